import { deniedWords } from './denied-words.mjs';

/** Rules of this code alone, for the linter. */
const isVague = (name) => /(Impl|Helper|Util)s?$|^Base/.test(name);

function checkName(context, { id }) {
  if (id && isVague(id.name)) context.report({ node: id, message: 'Name it for what it does.' });
}

export default {
  meta: { name: 'house' },
  rules: {
    'glossary-words': {
      create: (context) => ({
        Program(node) {
          for (const { word, index } of deniedWords(context.sourceCode.text)) {
            const loc = {
              start: context.sourceCode.getLocFromIndex(index),
              end: context.sourceCode.getLocFromIndex(index + word.length),
            };
            context.report({ node, loc, message: `"${word}" is an image: docs/glossary.md has the terms.` });
          }
        },
      }),
    },
    'named-exports': {
      create: (context) => ({
        ExportDefaultDeclaration: (node) => context.report({ node, message: 'Exports have names.' }),
      }),
    },
    'plain-names': {
      create: (context) => ({
        ClassDeclaration: (node) => checkName(context, node),
        TSInterfaceDeclaration(node) {
          checkName(context, node);
          if (/^I[A-Z]/.test(node.id.name))
            context.report({ node: node.id, message: 'An interface is named for what it is.' });
        },
      }),
    },
  },
};

/** Rules of this code alone, for the linter. */
const isVague = (name) => /(Impl|Helper|Util)s?$|^Base/.test(name);

function checkName(context, { id }) {
  if (id && isVague(id.name)) context.report({ node: id, message: 'Name it for what it does.' });
}

export default {
  meta: { name: 'house' },
  rules: {
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

// Lint rules of this repository.
const isVague = (name) => /(Impl|Helper|Util)s?$|^Base/.test(name);

function checkName(context, { id }) {
  if (id && isVague(id.name)) context.report({ node: id, message: 'Use a name that says what it does.' });
}

/** Node's modules, then packages, then files of this repository; undefined where the order may have an effect. */
function rankOf({ specifiers, source: { value } }) {
  if (specifiers.length === 0) return undefined;
  return value.startsWith('.') ? 2 : value.startsWith('node:') ? 0 : 1;
}

export default {
  meta: { name: 'vault' },
  rules: {
    'import-order': {
      create(context) {
        let latest = 0;
        return {
          ImportDeclaration(node) {
            const rank = rankOf(node) ?? latest;
            if (rank < latest)
              context.report({ node, message: "Import Node's modules first, then packages, then files." });
            latest = Math.max(latest, rank);
          },
        };
      },
    },
    'named-exports': {
      create: (context) => ({
        ExportDefaultDeclaration: (node) => context.report({ node, message: 'Use a named export.' }),
      }),
    },
    'plain-names': {
      create: (context) => ({
        ClassDeclaration: (node) => checkName(context, node),
        TSInterfaceDeclaration(node) {
          checkName(context, node);
          if (/^I[A-Z]/.test(node.id.name))
            context.report({ node: node.id, message: 'Name an interface without the prefix I.' });
        },
      }),
    },
  },
};

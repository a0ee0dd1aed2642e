/**
 * Lint rule: whatever a module declares and exports has a doc comment. A group of overloads needs one, before the first;
 * a constant that is one number or string, such as a code among many, needs none.
 * @type {import("eslint").Rule.RuleModule}
 */
export const documentedExports = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      missing:
        "The exported {{what}} has no doc comment. Put /** … */ before it that gives shapes, units, errors and the requirement it comes from.",
    },
  },
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        const { declaration } = node;
        if (!declaration || isPlainConstant(declaration) || isDocumented(context, node) || isOverload(context, node))
          return;
        context.report({ node, messageId: "missing", data: { what: nameOf(declaration) } });
      },
    };
  },
};

/** @typedef {Parameters<NonNullable<import("eslint").Rule.NodeListener["ExportNamedDeclaration"]>>[0]} Export */

/**
 * @param {import("eslint").Rule.RuleContext} context what the rule runs in
 * @param {Export} node an export
 * @returns {boolean} whether a doc comment stands right before it
 */
function isDocumented(context, node) {
  const comment = context.sourceCode.getCommentsBefore(node).at(-1);
  return comment?.type === "Block" && comment.value.startsWith("*");
}

/**
 * @param {import("eslint").Rule.RuleContext} context what the rule runs in
 * @param {Export} node an export
 * @returns {boolean} whether the statement before it exports the same name, as later overloads do
 */
function isOverload(context, node) {
  const siblings = context.sourceCode.ast.body;
  const before = siblings[siblings.indexOf(node) - 1];
  if (before?.type !== "ExportNamedDeclaration" || !before.declaration || !node.declaration) return false;
  return nameOf(before.declaration) === nameOf(node.declaration);
}

/**
 * @param {NonNullable<Export["declaration"]>} declaration what is exported
 * @returns {boolean} whether it is a constant that is one number or string
 */
function isPlainConstant(declaration) {
  return (
    declaration.type === "VariableDeclaration" && declaration.declarations.every(({ init }) => init?.type === "Literal")
  );
}

/**
 * @param {NonNullable<Export["declaration"]>} declaration what is exported
 * @returns {string} its name, for messages
 */
function nameOf(declaration) {
  if (declaration.type !== "VariableDeclaration") return declaration.id.name;
  const first = declaration.declarations[0]?.id;
  return first?.type === "Identifier" ? first.name : "declaration";
}

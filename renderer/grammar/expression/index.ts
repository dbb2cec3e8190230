/** Public API of this folder: checks and lowers expressions, texts and values of a definition. */
export { compileExpression, compilePath, presenceTests } from './compile-expression.ts';
export { compileValue } from './compile-value.ts';
export type { Located, SlotExpectation } from './expectation.ts';
export { isDay } from './literals.ts';
export { checkNewName, isForbiddenName } from './names.ts';
export { laterSyntax } from './later.ts';
export { isAssignable, joinTypes, typeName } from './types.ts';
export { explainExpression, explainTemplate } from './explain-source.ts';

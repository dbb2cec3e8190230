/** The door of the room: expressions, texts and values of a definition, checked and lowered. */
export { withName, withProven } from './context.ts';
export { elaborateExpression, elaboratePath, presenceTests } from './elaborate-expression.ts';
export { elaborateTemplate } from './elaborate-template.ts';
export { elaborateValue } from './elaborate-value.ts';
export type {
  ElaboratedValue,
  ExpressionOptions,
  Located,
  SlotExpectation,
  ValueOptions,
} from './expectation.ts';
export { messageKey, type MessageKey } from './message-key.ts';
export { checkNewName, isForbiddenName } from './names.ts';
export { isAssignable, isComparable, joinTypes, typeName } from './types.ts';

/** Kinds of faults in a definition, with their descriptions. */
export const FAULT_KINDS = {
  'drop-node': 'a node is gone',
  'swap-nodes': 'a node comes after the next one',
  'drop-element': 'an entry of a list is gone',
  'drop-rule': 'a rule is gone',
  'drop-action': 'an action is gone',
  'swap-actions': 'an action comes after the next one',
  'drop-catch': 'a failure is not dealt with',
  'drop-branch': 'a branch is gone',
  'swap-branches': 'a branch has what the next one has',
  'negate-condition': 'a condition is the opposite',
  'drop-condition': 'a condition is gone',
  'change-operator': 'an operator is another one',
  'change-literal': 'a value in an expression is another one',
  'change-binding': 'another value of the same type is read',
  'change-text': 'words are others',
  'change-number': 'a number is one more',
  'change-boolean': 'true is false, or false true',
  'change-word': 'a tone, a look or the like is another one',
  'change-endpoint': 'another endpoint is asked',
  'change-target': 'another screen, overlay or method is meant',
  'drop-input': 'a value that is passed on is gone',
  'drop-property': 'a property is gone',
  'change-critical': 'what guards a critical request is weaker',
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;

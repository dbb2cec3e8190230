/** Writes words as a list in a sentence: `Repayment, Order and Help`. */
export const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

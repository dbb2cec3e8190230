/** The newest grammar. This release reads plans of every grammar up to it. */
export const GRAMMAR = 5;

/** The newest grammar. This reader reads the plans of every number up to it. */
export const GRAMMAR = 4;

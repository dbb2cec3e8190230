/** Names that a form gives to facts about its fields. No field of a form may have them since grammar 5. */
export const OF_FORM: ReadonlySet<string> = new Set(['isChanged', 'changes']);

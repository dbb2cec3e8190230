import type { Outdated } from '#renderer/grammar/messages.ts';

/** By language, and the id of the text. */
export type OutdatedTexts = ReadonlyMap<string, ReadonlyMap<string, Outdated>>;

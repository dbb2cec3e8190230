import type { Outdated } from '#renderer/grammar/messages.ts';

/** By language and text id. */
export type OutdatedTexts = ReadonlyMap<string, ReadonlyMap<string, Outdated>>;

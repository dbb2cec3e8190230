import { isJson } from '#renderer/grammar/json.ts';

/** A text that says one thing, whatever holds. */
export interface Saying {
  readonly source: string;
  /** Keeps it apart from equal ones, which catalogues say otherwise then. */
  readonly context?: string;
}

/** @returns undefined of a text that is chosen by conditions. */
export function readSaying(value: unknown): Saying | undefined {
  if (typeof value === 'string') return { source: value };
  if (!isJson(value) || typeof value['context'] !== 'string' || !Array.isArray(value['choose']))
    return undefined;
  const { choose, context } = value;
  const [only] = choose as readonly unknown[];
  return choose.length === 1 && typeof only === 'string' ? { source: only, context } : undefined;
}

/** As it is written in a document. */
export function writeSaying({ source, context }: Saying): unknown {
  return context === undefined ? source : { choose: [source], context };
}

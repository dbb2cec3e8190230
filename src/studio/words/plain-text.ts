import { isJson } from '#renderer/grammar/json.ts';

/** A text without conditions. */
export interface PlainText {
  readonly source: string;
  /** Separates it from equal texts in the catalogues. */
  readonly context?: string;
}

/** @returns undefined for a text with conditions. */
export function readPlainText(value: unknown): PlainText | undefined {
  if (typeof value === 'string') return { source: value };
  if (!isJson(value) || typeof value['context'] !== 'string' || !Array.isArray(value['choose']))
    return undefined;
  const { choose, context } = value;
  const [only] = choose as readonly unknown[];
  return choose.length === 1 && typeof only === 'string' ? { source: only, context } : undefined;
}

/** The JSON of the text. */
export function writePlainText({ source, context }: PlainText): unknown {
  return context === undefined ? source : { choose: [source], context };
}

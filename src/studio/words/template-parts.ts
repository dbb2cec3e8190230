import { messageKey } from '#renderer/grammar/expression/message-key.ts';
import { splitTemplate } from '#renderer/grammar/expression/template.ts';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { wordsOf } from '../properties/describe.ts';

/** A template as the words around its values: always one more text than values. */
export interface TemplateParts {
  readonly words: readonly string[];
  /** Expressions. */
  readonly values: readonly string[];
}

/** @returns undefined for a template with an error. */
export function readParts(template: string): TemplateParts | undefined {
  const { parts, problems } = splitTemplate(template);
  if (problems.length > 0) return undefined;
  const words = [''];
  const values: string[] = [];
  for (const part of parts) {
    if (part.kind === 'words') words[words.length - 1] += part.text;
    else {
      values.push(part.source);
      words.push('');
    }
  }
  return { words, values };
}

/**
 * The template of some words and values.
 *
 * @returns undefined if it would be read differently: a `$` directly before a value escapes it.
 */
export function writeParts({ words, values }: TemplateParts): string | undefined {
  const template = words
    .map((text, at) => text.replaceAll('${', () => '$${') + (at < values.length ? `\${${values[at]}}` : ''))
    .join('');
  const read = readParts(template);
  return JSON.stringify(read) === JSON.stringify({ words, values }) ? template : undefined;
}

/** What a value in a text is called: a title, or its name in words. */
export function nameValue(expression: string, titles: ValueTitles): string {
  const [, named = ''] = /^values\.(\w+)$/.exec(expression) ?? [];
  const title = titles.get(named);
  if (title !== undefined) return title;
  const [name = ''] = messageKey(`\${${expression}}`)?.names ?? [];
  return /^\d*$/.test(name) ? expression : wordsOf(name).toLowerCase();
}

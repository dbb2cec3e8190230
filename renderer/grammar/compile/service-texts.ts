import type { Expression } from '../../plan/expression.ts';
import { flowOf, type Flows } from '../flow/flow.ts';
import type { Flow } from '../type.ts';

/** Placeholders of a text; the author wrote the rest. */
const PLACEHOLDER = /\{[^{}]*\}/g;
const LETTER = /\p{L}/u;

/**
 * The language of a text that a service wrote. For a choice between texts, the result is a choice too: the
 * language of the chosen text, or an empty text if the author wrote it.
 *
 * @param language - Language of the service, as a BCP 47 tag.
 * @returns Undefined if no service wrote a whole text.
 */
export function languageOfText(
  text: Expression | undefined,
  language: string,
  flows: Flows,
): Expression | undefined {
  if (isServiceText(text, flows)) return language;
  if (typeof text !== 'object') return undefined;
  if (text[0] === 'call' && text[1] === 'dateTime') {
    const [, , given = ''] = text;
    // A date is formatted in the page's language; any other text stays as the service wrote it.
    return isServiceText(given, flows) ? ['choose', [['==', text, given], language], [true, '']] : undefined;
  }
  if (text[0] !== 'choose') return undefined;
  const [, ...entries] = text;
  const languages = entries.map(([, value]) => languageOfText(value, language, flows));
  if (languages.every((of) => of === undefined)) return undefined;
  return [
    'choose',
    ...entries.map(([when, value], at) => [when, ofChosen(when, value, languages[at] ?? '')] as const),
  ];
}

/**
 * The language of one entry of a choice. It is absent if the entry is absent, because then the next entry is
 * chosen.
 */
function ofChosen(when: Expression, value: Expression, language: Expression): Expression {
  const isThere = typeof value !== 'object' || (value[0] === 'text' && value[2] === undefined);
  const isProved =
    typeof when === 'object' && when[0] === 'has' && JSON.stringify(when[1]) === JSON.stringify(value);
  if (isThere || isProved) return language;
  // The parent of the value may also be absent; then `has` is absent too.
  return ['choose', [['or', ['has', value], false], language]];
}

/**
 * Whether services wrote all words of a text: members of replies, and the message of an error. Amounts, dates
 * and other values without words may be among them.
 */
function isServiceText(text: Expression | undefined, flows: Flows): boolean {
  const writers = [...writersOf(text, flows)];
  return writers.includes('service') && !writers.includes('author');
}

/** Who wrote each part of a text. Yields nothing for a part without words. */
function* writersOf(text: Expression | undefined, flows: Flows): Generator<'service' | 'author'> {
  if (typeof text === 'string' && LETTER.test(text)) yield 'author';
  if (typeof text !== 'object') return;
  switch (text[0]) {
    case 'text': {
      const [, source, names] = text;
      if (LETTER.test(source.replace(PLACEHOLDER, ''))) yield 'author';
      for (const part of Object.values(names ?? {})) yield* writersOf(part, flows);
      return;
    }
    case 'choose': {
      const [, ...entries] = text;
      for (const [, value] of entries) yield* writersOf(value, flows);
      return;
    }
    case 'or':
      yield* writersOf(text[1], flows);
      yield* writersOf(text[2], flows);
      return;
    case 'get':
    case 'member':
    case 'at': {
      const flow = flowOf(text, flows);
      if (isWordless(flow)) return;
      yield isOfService(flow) ? 'service' : 'author';
      return;
    }
    case 'call': {
      if (['money', 'number', 'date'].includes(text[1])) return;
      yield 'author';
      return;
    }
    default:
      yield 'author';
  }
}

/** A value that is no text. */
function isWordless(flow: Flow): boolean {
  return flow.kind === 'read' && flow.type !== undefined && flow.type.kind !== 'text';
}

function isOfService(flow: Flow): boolean {
  if (flow.kind === 'either') {
    // A constant in an `either` flow is the empty list that replaces an absent one.
    const written = flow.flows.filter(({ kind }) => kind !== 'constant');
    return written.length > 0 && written.every(isOfService);
  }
  if (flow.kind !== 'read' || flow.isTyped) return false;
  const { of, path, isReplied } = flow;
  return isReplied || of.isReply === true || (of.name === 'error' && path.join('.') === 'message');
}

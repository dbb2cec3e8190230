import type { Message, PlaceholderValues } from './expression.ts';
import { isolate, isTurning } from './isolate.ts';

/** Separates a context from its text; never part of a shown text. */
const CONTEXT_END = '\u0004';

/** The id of a text in a plan's messages. */
export function messageId(source: string, context?: string): string {
  return context === undefined ? source : context + CONTEXT_END + source;
}

/** The text of an id. */
export function sourceOf(id: string): string {
  return id.slice(id.indexOf(CONTEXT_END) + 1);
}

/** Replaces each `{name}` by its value, in one pass: braces inside a value are not replaced. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return fill(text, values, String);
}

/** The same for display: no value changes the direction of the words around it or of other values. */
export function fillShown(text: string, values: PlaceholderValues): string {
  const turning = isTurning(text + Array.from(values.values()).join(''));
  return fill(text, values, (value) => isolate(String(value), turning));
}

function fill(text: string, values: PlaceholderValues, write: (value: string | number) => string): string {
  if (values.size === 0) return text;
  return text.replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const value = values.get(name);
    return value === undefined ? all : write(value);
  });
}

const rules = new Map<string, Intl.PluralRules>();

/** The text of a translation, or its form for the number. */
export function chooseForm(message: Message, values: PlaceholderValues | undefined): string {
  if (typeof message === 'string') return message;
  const { plural, language, forms } = message;
  const number = values?.get(plural);
  let rule = rules.get(language);
  if (rule === undefined) rules.set(language, (rule = new Intl.PluralRules(language)));
  const category = typeof number === 'number' ? rule.select(number) : 'other';
  return forms[category] ?? forms['other'] ?? '';
}

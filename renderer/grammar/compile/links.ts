import type { Expression } from '../../plan/expression.ts';
import type { NodePlan } from '../../plan/plan.ts';
import { linksOf, markOf } from '../../plan/sentence.ts';
import { compileExpression } from '../expression/index.ts';
import { messageKey } from '../expression/message-key.ts';
import { splitTemplate } from '../expression/template.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { NodeShape } from '../shapes.generated.ts';
import { compileActions } from './actions.ts';
import { withReads } from './node-reads.ts';
import type { NodePlace } from './node-place.ts';
import type { Scope } from './scope.ts';

/** The name of the text property in which `links` are written: the required text of the widget. */
export function linkedProperty(shape: NodeShape): string | undefined {
  if (shape.properties['links'] === undefined) return undefined;
  return Object.entries(shape.properties).find(([, { slot, required }]) => slot === 'text' && required)?.[0];
}

/**
 * The node that a widget shows in place of a text with links. It has one node for each link, so that a link is tapped, guarded and
 * counted as every other node.
 *
 * @param text The lowered text.
 */
export function compileLinks(
  raw: Json,
  property: string,
  pointer: string,
  id: string,
  text: Expression,
  at: NodePlace,
): NodePlan {
  const { draft, scope } = at;
  const links = isJson(raw['links']) ? raw['links'] : {};
  const names = Object.keys(links);
  checkNames(raw, property, pointer, at);
  const words = toPieces(text, findNumbers(raw[property], scope));
  const nodes = names.map((name) => {
    const place = joinPointer(`${pointer}/links`, name);
    const own = draft.makeId(`${id}-${name}`);
    // A link has no node in the definition, so it has the location of its text.
    draft.origins[own] = { file: draft.document.file, pointer };
    const { actions } = compileActions(draft, links[name], place, { scope, isTap: true, isBegun: true });
    return withReads({
      id: own,
      type: 'sentence',
      props: { words, link: name },
      on: { tap: actions },
      critical: true,
      reads: [],
    });
  });
  const own = draft.makeId(`${id}-words`);
  draft.origins[own] = { file: draft.document.file, pointer };
  const props = { words, names: ['list', ...names] as const };
  return withReads({ id: own, type: 'sentence', props, slots: { links: nodes }, critical: true, reads: [] });
}

/** Whether the compiler wrote this node for a text with links. */
export function isSentence({ type, props }: NodePlan): boolean {
  return type === 'sentence' && props?.['link'] === undefined;
}

/** The name of the link that a node is in a sentence. */
export function linkName({ props }: NodePlan): string {
  return String(props?.['link']);
}

/** The strings of a text: one, or those of its `choose`, with their pointers. */
function stringsOf(raw: unknown, pointer: string): (readonly [pointer: string, text: string])[] {
  if (typeof raw === 'string') return [[pointer, raw]];
  const entries = isJson(raw) && Array.isArray(raw['choose']) ? (raw['choose'] as unknown[]) : [];
  return entries.flatMap((entry, index) => {
    const place = joinPointer(`${pointer}/choose`, index);
    return isJson(entry) ? stringsOf(entry['value'], `${place}/value`) : stringsOf(entry, place);
  });
}

/** Reports links that a text names and `links` does not have, and the other way round. */
function checkNames(raw: Json, property: string, pointer: string, { draft }: NodePlace): void {
  const links = isJson(raw['links']) ? Object.keys(raw['links']) : [];
  const named = new Set<string>();
  for (const [place, text] of stringsOf(raw[property], joinPointer(pointer, property))) {
    const own = linksOf(messageKey(text)?.key ?? '');
    for (const name of new Set(own)) {
      named.add(name);
      if (!links.includes(name)) {
        const message = `The text has the link "${name}", but "links" has no such member.`;
        draft.report('text/links', place, message, didYouMean(name, links));
      } else if (own.filter((one) => one === name).length > 1) {
        const message = `The text has the link "${name}" twice.`;
        draft.report('text/links', place, message, 'give each link a name of its own');
      }
    }
  }
  for (const name of links) {
    if (named.has(name)) continue;
    draft.reportName(
      'text/links',
      joinPointer(`${pointer}/links`, name),
      `"${property}" has no link "${name}", so nobody could tap the link.`,
      `write [words](${name}) into the text`,
    );
  }
  if (raw['style'] === 'spoken')
    draft.reportName(
      'text/links',
      `${pointer}/links`,
      'A text for screen readers alone is invisible, so it cannot have links.',
    );
}

/** Placeholders that are numbers, as `<text> <name>`: a translation may choose its form by them, so they are no marks. */
function findNumbers(raw: unknown, scope: Scope): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, text] of stringsOf(raw, '')) {
    const key = messageKey(text);
    const sources = splitTemplate(text).parts.flatMap((part) =>
      part.kind === 'expression' ? part.source : [],
    );
    sources.forEach((source, index) => {
      const kind = compileExpression(source, scope, { mayBeAbsent: true }).typed?.type.kind;
      if (kind === 'integer' || kind === 'number') found.add(`${key?.key} ${key?.names[index]}`);
    });
  }
  return found;
}

/**
 * A text as a list: the text with marks in place of its values, then the values. The list is absent where the text is. A text without a link is
 * one value, so brackets in its translations are no links.
 */
function toPieces(text: Expression, numbers: ReadonlySet<string>): Expression {
  if (!Array.isArray(text)) return ['list', markOf(0), text];
  const operation = text as Exclude<Expression, string | number | boolean>;
  if (operation[0] === 'choose') {
    const entries = operation.slice(1) as (readonly [Expression, Expression])[];
    return ['choose', ...entries.map(([when, value]) => [when, toPieces(value, numbers)] as const)];
  }
  if (operation[0] !== 'text') return ['list', markOf(0), text];
  const [, source, names = {}, ...context] = operation;
  if (linksOf(source).length === 0) return ['list', markOf(0), text];
  const values: Expression[] = [];
  const marked = Object.entries(names).map(([name, value]) => {
    if (numbers.has(`${source} ${name}`)) return [name, value] as const;
    values.push(value);
    return [name, markOf(values.length - 1)] as const;
  });
  return ['list', ['text', source, Object.fromEntries(marked), ...context], ...values];
}

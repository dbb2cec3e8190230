import type { ExplainedElement, WayCondition } from '#renderer/grammar/explain-element.ts';
import type { Explanation } from '#renderer/grammar/explain.ts';
import type { Colours } from '#src/shared/code-frame.ts';

/** Wider than every label before a line. */
export const COLUMN = 13;

const LABELS: { readonly [property in WayCondition['property']]: string } = {
  each: 'repeated',
  visibleWhen: 'seen when',
  enabledWhen: 'enabled when',
  when: 'done when',
};

/** Describes the element at a position of a definition, for people. */
export function describePlace(
  { source, type, readAt, element }: Explanation,
  file: string,
  colours: Colours,
): string {
  const { bold, dim } = colours;
  const lines: string[] = [];
  const add = (label: string, text: string): void =>
    void lines.push(`${dim(`${label} `.padEnd(COLUMN))}${text}`);
  if (source !== undefined) lines.push(`${bold(source)}: ${type ?? ''}`);
  for (const { line, column } of readAt) add('read at', `${file}:${line}:${column}`);
  if (element !== undefined) addElement(element, colours, lines, add);
  return lines.map((line) => `${line}\n`).join('');
}

function addElement(
  { kind, name, place, conditions, does, reads, writes, calls }: ExplainedElement,
  { bold, dim }: Colours,
  lines: string[],
  add: (label: string, text: string) => void,
): void {
  const at = `${place.file}:${place.line}:${place.column}`;
  lines.push(`${kind === 'action' ? `action ${bold(name)}` : bold(name)}  ${dim(`${at}  ${place.pointer}`)}`);
  for (const { property, text, sentence } of conditions) {
    add(LABELS[property], sentence);
    if (property !== 'each' && sentence !== text) add('', dim(text));
  }
  for (const [event, actions] of Object.entries(does)) add(event, actions.join(', then '));
  if (reads.length > 0) add('reads', reads.join(', '));
  if (writes.length > 0) add('writes', writes.join(', '));
  if (calls.length > 0) add('calls', calls.join(', '));
}

import { isJson } from '#renderer/grammar/json.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { type OutlineItem, outlineOf } from '../model/outline.ts';
import { describeType } from '../properties/describe.ts';

/** How a link looks. A row is an entry of a list, with an arrow. */
export type LinkLook = 'button' | 'row';

/** A place for a new node: a list and an index in it. */
export interface Place {
  readonly list: string;
  readonly at: number;
  readonly words: string;
  /** Whether the list is inside a section, or is the bar. */
  readonly isInside: boolean;
}

/** The places of a screen where a link can be added; the end of the screen is the first. */
export function placesIn(file: string, document: unknown, look: LinkLook): readonly Place[] {
  const items = outlineOf(file, document);
  const nodes = items.find(({ pointer }) => pointer === '/body')?.children ?? [];
  const after = nodes.map((node, at): Place => {
    const isLast = at === nodes.length - 1;
    return {
      ...{ list: '/body', at: at + 1, isInside: false },
      words: isLast ? 'At the end of the screen' : `After ${sayItem(node)}`,
    };
  });
  const top: Place = { list: '/body', at: 0, words: 'At the top of the screen', isInside: false };
  const inside = nodes.flatMap((node): Place[] => {
    const body = node.type === 'section' ? valueAt(document, `${node.pointer}/body`) : undefined;
    if (!Array.isArray(body)) return [];
    return [{ list: `${node.pointer}/body`, at: body.length, words: `In ${sayItem(node)}`, isInside: true }];
  });
  const bar = isJson(document) ? document['bar'] : undefined;
  const below: Place[] =
    look === 'button' && Array.isArray(bar)
      ? [{ list: '/bar', at: bar.length, words: 'In the bar at the bottom', isInside: true }]
      : [];
  return [...after.slice(-1), ...inside, ...below, top, ...after.slice(0, -1)];
}

/** Names a node by its text; a text with a value of data would not help. */
function sayItem({ type, name, children }: OutlineItem): string {
  const { title } = describeType('widgets', type);
  const named = [name, ...children.map((child) => child.name)].find(
    (one) => one !== '' && !one.includes('${'),
  );
  return named === undefined ? `the ${title.toLowerCase()}` : `the ${title.toLowerCase()} “${named}”`;
}

/** A node that goes to a screen. A row outside of a section gets one. */
export function writeLink(look: LinkLook, words: string, to: string, { isInside }: Place) {
  const on = { tap: [{ do: 'go', to }] };
  if (look === 'button') return { type: 'button', text: words, emphasis: 'secondary', on };
  const row = { type: 'item', title: words, on };
  return isInside ? row : { type: 'section', body: [row] };
}

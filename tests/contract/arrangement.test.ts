import { describe, expect, it } from 'vitest';
import type { NodePlan } from '#renderer/plan/plan.ts';
import { dumpScreen, plans, visitScreen } from '#tests/engine.ts';

/* Every screen of the product has the same arrangement. */

const childrenOf = (node: NodePlan): readonly NodePlan[] => Object.values(node.slots ?? {}).flat();

/** Nodes and all their descendants, in the order of the page. */
function everyNode(nodes: readonly NodePlan[]): readonly NodePlan[] {
  return nodes.flatMap((node) => [node, ...everyNode(childrenOf(node))]);
}

describe('the buttons of a sheet or dialog have the same order as in pickers: Cancel | Confirm', () => {
  const bars = [...plans].flatMap(([screen, { overlays }]) =>
    Object.entries(overlays).map(([id, overlay]) => {
      const bar = overlay.slots?.['bar'] ?? [];
      return {
        name: `${screen}#${id}`,
        bar,
        buttons: everyNode(bar).filter(({ type }) => type === 'button'),
      };
    }),
  );
  const answered = bars.filter(({ buttons }) => buttons.length > 1);
  const isCancel = ({ props }: NodePlan) => JSON.stringify(props?.['text']) === '["text","Cancel"]';
  const isPrimary = ({ props }: NodePlan) => props?.['emphasis'] === 'primary';

  it('the product has sheets and dialogs with several buttons', () => {
    expect(answered.length).toBeGreaterThan(5);
  });

  it.each(answered)('1.8 $name has its buttons in one row', ({ bar }) => {
    // Shared buttons are in a part.
    const rows = bar.flatMap((node) => (node.type === 'part' ? childrenOf(node) : [node]));
    expect(rows.map(({ type, props }) => [type, props?.['look']])).toEqual([['section', 'row']]);
  });

  it.each(answered)('1.8 $name has Cancel first and the primary button last', ({ buttons }) => {
    expect(buttons.slice(1).some(isCancel)).toBe(false);
    expect(buttons.slice(0, -1).some(isPrimary)).toBe(false);
  });
});

// Rows have values beside their labels; an amount, a code and a field have them below.
describe('a card has all its values beside their labels, or all under them', () => {
  const isCard = ({ type, props }: NodePlan) => type === 'section' && props?.['look'] === 'card';
  const isBeside = ({ type, props }: NodePlan) => type === 'rows' && props?.['look'] === 'rows';
  const isUnder = ({ type, props }: NodePlan) =>
    type !== 'rows' && type !== 'section' && props?.['label'] !== undefined;

  const cards = [...plans].flatMap(([screen, { body, overlays }]) =>
    everyNode([...body, ...Object.values(overlays)])
      .filter(isCard)
      .map((card) => ({ name: `${screen}#${card.id}`, inside: everyNode(childrenOf(card)) })),
  );

  it('the product has cards of both kinds', () => {
    expect(cards.filter(({ inside }) => inside.some(isBeside)).length).toBeGreaterThan(5);
    expect(cards.filter(({ inside }) => inside.some(isUnder)).length).toBeGreaterThan(5);
  });

  it.each(cards)('1.9 $name has no rows beside a label that is above its value', ({ inside }) => {
    const under = inside.filter(isUnder).map(({ id }) => id);
    expect(inside.some(isBeside) ? under : []).toEqual([]);
  });
});

describe('a notice comes before the payment code', () => {
  const isCode = ({ type, props }: NodePlan) => type === 'code' || props?.['look'] === 'qr';
  const isNotice = ({ type, props }: NodePlan) => type === 'status' && props?.['look'] === 'banner';

  const paying = [...plans]
    .map(([screen, { body }]) => ({ screen, nodes: everyNode(body) }))
    .filter(({ nodes }) => nodes.some(isCode));

  it('the product has screens with a code and a notice', () => {
    expect(paying.filter(({ nodes }) => nodes.some(isNotice)).length).toBeGreaterThan(2);
  });

  it.each(paying)('2.114 $screen has its notices before its code', ({ nodes }) => {
    expect(nodes.map(isNotice).lastIndexOf(true)).toBeLessThan(nodes.findIndex(isCode));
  });
});

describe('a complaint is in progress until it has a result', () => {
  const PICTURE = 'https://page.test/capiz/demo/pictures/product.svg';

  it.each([
    ['a text', { disposeDetail: 'We called them.', disposeImages: [] }, 'Answered'],
    ['images', { disposeDetail: '', disposeImages: [PICTURE] }, 'Answered'],
    ['neither', { disposeDetail: '', disposeImages: [] }, 'In progress'],
  ])('2.88 shows the correct status for a result with %s', async (_, result, status) => {
    const { live } = await visitScreen('complaint-details', {
      scenario: 'complaint-open',
      tamper: (envelope, url) =>
        url.includes('problem-detail')
          ? { ...envelope, data: { ...(envelope['data'] as object), ...result } }
          : envelope,
    });
    const dump = dumpScreen(live);
    live.close();
    expect(['Answered', 'In progress'].filter((title) => dump.includes(title))).toEqual([status]);
    expect(dump.includes('"Process Result"')).toBe(status === 'Answered');
  });
});

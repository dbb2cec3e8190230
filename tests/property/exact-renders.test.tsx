// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { FrameProps } from '#renderer/frame/frame.tsx';
import { type Change, changesOf, writeInto } from '#renderer/runtime/count-readers.testing.ts';
import type { LiveNode, LiveScreen } from '#renderer/runtime/index.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { existingNodes, type Visit } from '#tests/engine.ts';
import { enter, explore, type Situation } from './explore.ts';
import { RUNS, SEED } from './settings.ts';

/* "A change re-renders exactly its readers" in React: the renders of the real <Screen>, counted by its frame. */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

const situations = await explore();
const representative = fc.sample(fc.shuffledSubarray([...situations], { minLength: 40, maxLength: 40 }), {
  seed: SEED,
  numRuns: 1,
});
const CHANGES_EACH = Math.ceil(RUNS / 800);

/** Renders a situation, and counts the renders of each node from then on. */
async function draw(situation: Situation): Promise<{ visit: Visit; drawn: Map<string, number> }> {
  const visit = await enter(situation);
  await prepareScreen(visit.live.plan);
  const drawn = new Map<string, number>();
  const Counting = ({ instance, children }: FrameProps) => {
    drawn.set(instance, (drawn.get(instance) ?? 0) + 1);
    return children;
  };
  await act(async () => {
    render(<Screen live={visit.live} frame={Counting} />);
  });
  drawn.clear();
  return { visit, drawn };
}

/** Every node in the slots of a node. */
function beneath(node: LiveNode): LiveNode[] {
  return Object.values(node.slots)
    .flat()
    .flatMap((child) => (child.kind === 'repeat' ? [...child.snapshot().items] : [child]))
    .flatMap((child) => [child, ...beneath(child)]);
}

/** The parent instance of each node. */
function placesIn(live: LiveScreen): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const node of existingNodes(live)) {
    for (const child of Object.values(node.slots).flat()) {
      const nodes = child.kind === 'repeat' ? child.snapshot().items : [child];
      for (const { instance } of nodes) places.set(instance, node.instance);
    }
  }
  return places;
}

interface Before {
  readonly visible: ReadonlySet<LiveNode>;
  readonly places: ReadonlyMap<string, string>;
}

/** An empty group is not rendered. */
const GROUPS: ReadonlySet<string> = new Set(['section', 'group']);

/**
 * Expected renders after a change: notified nodes once for each notification, new and moved nodes once. A field whose kind
 * changed is a different node with the same name.
 */
function expectDrawn(live: LiveScreen, before: Before, told: ReadonlyMap<string, number>): string[] {
  // A screen that could not be loaded renders only its error.
  if (live.surface.snapshot().phase === 'error') return [];
  const nodes = [...existingNodes(live)];
  const places = placesIn(live);
  const gone = new Set(
    nodes
      .filter(({ plan, instance, snapshot }) => {
        // A list of fields that becomes empty is rendered without its sections.
        const isAround = GROUPS.has(plan.type) || (plan.type === 'fields' && told.has(instance));
        return isAround && !snapshot().filled;
      })
      .flatMap(beneath),
  );
  return nodes
    .filter((node) => !gone.has(node))
    .filter((node) => node.snapshot().visible || node.plan.type === 'dialog' || node.plan.type === 'sheet')
    .filter(
      (node) =>
        told.has(node.instance) ||
        !before.visible.has(node) ||
        before.places.get(node.instance) !== places.get(node.instance),
    )
    .map(({ instance }) => `${instance} ${told.get(instance) ?? 1}`);
}

async function changeAndCount(situation: Situation, { path, value }: Change): Promise<string[]> {
  const { visit, drawn } = await draw(situation);
  const { live } = visit;
  const visible = new Set<LiveNode>();
  const before: Before = { visible, places: placesIn(live) };
  const told = new Map<string, number>();
  for (const node of existingNodes(live)) {
    if (node.snapshot().visible) visible.add(node);
    node.subscribe(() => void told.set(node.instance, (told.get(node.instance) ?? 0) + 1));
  }
  await act(async () => live.engine.store.change((draft) => writeInto(draft, path, value)));
  const expected = expectDrawn(live, before, told).sort();
  const actual = [...drawn].map(([instance, times]) => `${instance} ${times}`).sort();
  cleanup();
  live.close();
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [
    `${situation.title}, ${path.join('.')} → ${JSON.stringify(value)}: drew ${actual.join()} for ${expected.join()}`,
  ];
}

it('a supplied field that changes its kind is rendered once, as the new kind', async () => {
  const filled = situations.find(({ title }) => title === 'bind-bank, bank-filled');
  const path = ['data', 'card', 'value', 'items', '4', 'category'];
  expect(filled).toBeDefined();
  if (filled) expect(await changeAndCount(filled, { path, value: 'day~' })).toEqual([]);
});

it.each([
  ['an empty form in another language', 'bind-bank, bank-nothing', 'device.language', 'fil-PH'],
  [
    'an image whose address is requested again',
    'promotion, promotion-lost → register-body-0-body-1-body-1',
    'data.sid.value.sid',
    undefined,
  ],
])('%s is rendered once for each notification', async (_, title, path, value) => {
  const situation = situations.find((one) => one.title === title);
  expect(situation).toBeDefined();
  if (situation) expect(await changeAndCount(situation, { path: path.split('.'), value })).toEqual([]);
});

it('React renders exactly the notified nodes, once for each notification', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const situation of representative.flat()) {
    const { live } = await enter(situation);
    const changes = [...changesOf(live)];
    const isAround = ({ path }: Change) => path.join('.') === 'device.online';
    const others = changes.filter((change) => !isAround(change));
    const length = Math.min(CHANGES_EACH, others.length);
    const subset = fc.shuffledSubarray(others, { minLength: length, maxLength: length });
    const sample = fc.sample(subset, { seed: SEED + count, numRuns: 1 }).flat();
    // Changes around the nodes are tested everywhere: the surroundings are rendered, the nodes are not.
    for (const change of [...changes.filter(isAround), ...sample]) {
      wrong.push(...(await changeAndCount(situation, change)));
      count += 1;
    }
  }
  console.info(`${count} changes, ${representative.flat().length} situations, seed ${SEED}`);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(150);
}, 240_000);

import overlaySchema from '#schemas/overlay.schema.json';
import type { Frame } from '../frame/frame.tsx';
import type { NodeSnapshot } from '../runtime/live.ts';
import type { Value } from '../plan/expression.ts';
import type { ReviewedStep, StepsView } from '../plan/steps.ts';
import { drawScreen, type FakeNode, fakeNode, fakeOverlay, fakeScreen } from '../screen/testing.ts';

/* Renders widgets from fixtures/widgets, without a store. */

/** A node as in a definition, and its evaluated values. */
export interface WidgetFixture {
  readonly node: {
    readonly type: string;
    readonly on?: object;
    readonly bind?: string;
    readonly name?: string;
  };
  readonly props?: FixtureProps;
  readonly slots?: { readonly [slot: string]: readonly ChildFixture[] };
  readonly value?: Value;
  readonly problem?: string;
  readonly required?: boolean;
  readonly busy?: boolean;
  readonly enabled?: boolean;
  /** In a form with steps: the current step, and the earlier answers. */
  readonly steps?: Pick<StepsView, 'number' | 'count'>;
  readonly review?: readonly Omit<ReviewedStep, 'change'>[];
}
interface ChildFixture {
  readonly type: string;
  readonly props: FixtureProps;
  readonly on?: object;
  readonly slots?: { readonly [slot: string]: readonly ChildFixture[] };
}
export type FixtureProps = { readonly [name: string]: unknown };

const files = import.meta.glob<WidgetFixture>('../../fixtures/widgets/*/*.json', {
  import: 'default',
  eager: true,
});
export const widgetFixtures = Object.entries(files).map(([path, fixture]) => {
  const [type = '', file = ''] = path.split('/').slice(-2);
  return { type, file, fixture, isValid: file.startsWith('valid-') };
});
/** Types that open above a screen. */
export const OVERLAY_TYPES: ReadonlySet<string> = new Set(namesOf(overlaySchema));

/** Names of a catalogue's schema, in its order. */
export function namesOf(schema: { readonly oneOf: readonly { readonly $ref: string }[] }): string[] {
  return schema.oneOf.map(({ $ref }) => $ref.replace(/^.*\/(.+)\.schema\.json$/, '$1'));
}

/** A screen that has a fixture alone. */
export function screenOf(fixture: WidgetFixture, node = nodeOf(fixture)) {
  return OVERLAY_TYPES.has(fixture.node.type)
    ? fakeScreen({ surface: { overlays: [fakeOverlay(node)] } })
    : fakeScreen({ body: [node] });
}

/** Renders a fixture alone on a screen. */
export function drawFixture(fixture: WidgetFixture, frame?: Frame) {
  const node = nodeOf(fixture);
  const live = screenOf(fixture, node);
  const drawn = drawScreen(live, frame === undefined ? {} : { frame });
  return { ...drawn, node, live };
}

function stepsOf(
  at: Pick<StepsView, 'number' | 'count'>,
  review: NonNullable<WidgetFixture['review']>,
): StepsView {
  const go = () => undefined;
  const ways = { next: go, back: go, review: () => review.map((step) => ({ ...step, change: go })) };
  return { shown: 0, moves: 0, isBusy: false, ...at, ...ways };
}

/** The node of a fixture; its id is `it`. */
export function nodeOf({ node, props, slots, ...state }: WidgetFixture): FakeNode {
  const snapshot: Partial<NodeSnapshot> = {
    enabled: state.enabled !== false,
    busy: state.busy === true,
    ...(state.value === undefined ? {} : { value: state.value }),
    ...(state.problem === undefined ? {} : { problem: state.problem }),
    ...(state.required === true ? { isRequired: true as const } : {}),
    ...(state.steps === undefined ? {} : { steps: stepsOf(state.steps, state.review ?? []) }),
  };
  return fakeNode(node.type, {
    id: 'it',
    instance: 'it',
    props: props ?? {},
    on: listsOf(node.on),
    ...(node.bind === undefined ? {} : { bind: node.bind.split('.') }),
    slots: childrenOf(slots),
    snapshot,
  });
}

function childrenOf(slots: WidgetFixture['slots'] = {}): { [slot: string]: FakeNode[] } {
  return Object.fromEntries(
    Object.entries(slots).map(([name, children]) => [
      name,
      children.map(({ type, props, on, slots: inner }, index) =>
        fakeNode(type, { id: `${name}-${index}`, props, on: listsOf(on), slots: childrenOf(inner) }),
      ),
    ]),
  );
}

function listsOf(on: object | undefined) {
  return Object.fromEntries(Object.keys(on ?? {}).map((event) => [event, []]));
}

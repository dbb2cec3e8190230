import { lazy, memo, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import type {
  FormProblems,
  LiveChild,
  LiveNode,
  LiveRepeat,
  LiveScreen,
  NodeSnapshot,
} from '../live/live.ts';
import type { AnyWidget, Field, FoundProblems, WidgetProps } from '../widgets/define-widget.ts';
import { NodeBoundary } from './boundaries.tsx';
import { holdsControl } from './holds-control.ts';
import { type ScreenParts, useScreenParts } from './screen-context.ts';
import { useObservable } from './use-observable.ts';
import { useWidget } from './use-widget.ts';
import { WindowedList } from './windowed-list.tsx';

/** Puts something around a node that is drawn. Must be one and the same function on every call, or its nodes are drawn again for their parent. */
export type Wrap = (node: ReactNode) => ReactNode;

/** Of fields that a service is asked about, which few screens have. */
const RemoteStatus = lazy(async () => ({ default: (await import('./remote-status.tsx')).RemoteStatus }));

interface NodeProps {
  readonly node: LiveNode;
  readonly wrap?: Wrap | undefined;
}

/** Every node of a slot, a body or a bar. */
export function drawChildren(children: readonly LiveChild[], wrap?: Wrap): ReactNode {
  return children.map((child) =>
    child.kind === 'repeat' ? (
      <RepeatView key={child.instance} repeat={child} wrap={wrap} />
    ) : (
      <NodeView key={child.instance} node={child} wrap={wrap} />
    ),
  );
}

const RepeatView = memo(function RepeatView({
  repeat,
  wrap,
}: {
  repeat: LiveRepeat;
  wrap?: Wrap | undefined;
}) {
  const { items } = useObservable(repeat);
  const draw = (item: LiveNode) => <NodeView key={item.instance} node={item} wrap={wrap} />;
  // Fields of a form are all there: finding, checking and sending must not depend on what is in sight.
  if (repeat.plan.type === 'field-list') return items.map(draw);
  return <WindowedList items={items} draw={draw} />;
});

/** One node: drawn again when its own snapshot changed, never for its parent. */
export const NodeView = memo(function NodeView({ node, wrap }: NodeProps) {
  const parts = useScreenParts();
  const snapshot = useObservable(node);
  if (!snapshot.visible) return null;
  const drawn = <KnownNode node={node} snapshot={snapshot} wrap={wrap} />;
  return parts.isGuarded ? <NodeBoundary node={node}>{drawn}</NodeBoundary> : drawn;
});

function KnownNode({ node, snapshot, wrap }: NodeProps & { snapshot: NodeSnapshot }) {
  const parts = useScreenParts();
  const widget = useWidget(node.plan.type);
  const emit = useEmit(parts.live, node);
  if (widget === 'unknown' || widget === 'unavailable') {
    return <LostNode node={node} wrap={wrap} code={`widget/${widget}`} />;
  }
  if (widget === 'coming') return null;
  // A part has no look: what is put around a node goes around each of its own.
  const isGroup = node.plan.type === 'part';
  const given = giveProps(parts, node, snapshot, {
    emit,
    slot: (name, each) => drawChildren(node.slots[name] ?? [], each ?? (isGroup ? wrap : undefined)),
  });
  const { frame: Frame } = parts;
  const drawn = (
    <Frame plan={node.plan} instance={node.instance}>
      <Drawn widget={widget} given={given} />
      {snapshot.remote === undefined ? null : (
        <Suspense fallback={null}>
          <RemoteStatus {...snapshot.remote} problem={snapshot.problem} say={parts.say} />
        </Suspense>
      )}
    </Frame>
  );
  return wrap === undefined || isGroup || !takesPlace(node, snapshot) ? drawn : wrap(drawn);
}

/** Whether anything will be seen: rows or a section without content are not drawn, so nothing is put around them either. */
function takesPlace(node: LiveNode, { filled, props }: NodeSnapshot): boolean {
  if (node.plan.type === 'rows') return !Array.isArray(props['rows']) || props['rows'].length > 0;
  return (
    (node.plan.type !== 'section' && node.plan.type !== 'form') || filled || props['empty'] !== undefined
  );
}

/** The page lacks the widget: its fallback, or nothing; without a critical one the screen is not safe. */
function LostNode({ node, wrap, code }: NodeProps & { code: 'widget/unknown' | 'widget/unavailable' }) {
  const { live, giveUp } = useScreenParts();
  const { fallback } = node;
  const isUnsafe = node.plan.critical === true && fallback === undefined && node.plan.fallback !== 'none';
  useEffect(() => {
    live.report(code, node, node.plan.type);
    if (isUnsafe) giveUp(code, node);
  }, [live, giveUp, code, node, isUnsafe]);
  return fallback === undefined ? null : <NodeView node={fallback} wrap={wrap} />;
}

/** Sets what a widget's own code throws inside its own component, so that boundaries find the right node. */
export function Drawn({ widget, given }: { widget: AnyWidget; given: WidgetProps<object> }) {
  const { Widget } = widget;
  // The checker has seen to the properties' types; a plan is never read without it.
  return <Widget {...(given as WidgetProps<never>)} />;
}

type Emit = WidgetProps<object>['emit'];

/** What a widget is given: the node's snapshot, its doors, and words of the engine's own. */
export function giveProps(
  { live, say, money }: ScreenParts,
  node: LiveNode,
  snapshot: NodeSnapshot,
  doors: { readonly emit: Emit; readonly slot: WidgetProps<object>['slot'] },
): WidgetProps<object> {
  const field = fieldOf(live, node, snapshot);
  return {
    props: snapshot.props,
    id: idOf(node.instance),
    isBusy: snapshot.busy,
    isEnabled: snapshot.enabled,
    isFilled: snapshot.filled,
    holdsControl: holdsControl(node.plan),
    ...doors,
    ...(field === undefined ? {} : { field }),
    ...(snapshot.problems === undefined ? {} : { problems: foundIn(snapshot.problems) }),
    cover: live.cover,
    canFrame: live.canFrame,
    say,
    money,
  };
}

export function useEmit(live: LiveScreen, node: LiveNode): Emit {
  return useMemo(() => {
    const emit: Record<string, () => void> = {};
    for (const event of Object.keys(node.plan.on ?? {})) emit[event] = () => live.emit(node, event);
    return emit;
  }, [live, node]);
}

function fieldOf(live: LiveScreen, node: LiveNode, snapshot: NodeSnapshot): Field | undefined {
  if (!node.isField) return undefined;
  return {
    value: snapshot.value,
    set: (value) => live.write(node, value),
    isRequired: snapshot.isRequired === true,
    ...(snapshot.uploads === undefined ? {} : { uploads: snapshot.uploads }),
    ...(snapshot.rows === undefined ? {} : { rows: snapshot.rows }),
    ...(snapshot.problem === undefined ? {} : { problem: snapshot.problem }),
  };
}

const found = new WeakMap<FormProblems, FoundProblems>();

/** The same object for the same check, which is how a form knows that there was another one. */
function foundIn(problems: FormProblems): FoundProblems {
  const known = found.get(problems) ?? {
    found: problems.found.map(({ instance, message }) => ({
      id: instance === undefined ? undefined : idOf(instance),
      message,
    })),
  };
  found.set(problems, known);
  return known;
}

/** Keys of lists may hold spaces, which separate ids in `aria-…`. */
function idOf(instance: string): string {
  return instance.replace(/\s/g, '_');
}

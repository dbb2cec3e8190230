import { memo, type ReactNode, useEffect } from 'react';
import { LazyCode, LazyPart } from '../kit/lazy-part.tsx';
import { plainWords } from '../kit/words.tsx';
import type {
  FormProblems,
  LiveChild,
  LiveNode,
  LiveRepeat,
  LiveScreen,
  NodeSnapshot,
} from '../runtime/live.ts';
import type { FieldJoint } from '../runtime/ports/field-state.ts';
import { PlainFrame } from '../frame/frame.tsx';
import type { AnyWidget, Field, FoundProblems, WidgetProps } from '../widgets/define-widget.ts';
import { NodeBoundary } from './boundaries.tsx';
import { holdsControl } from './holds-control.ts';
import { LostPart } from './lost-part.tsx';
import { RemoteStatus } from './remote-status.tsx';
import type { ScreenParts } from './screen-context.ts';
import { type Run, runsOf } from './runs.ts';
import { useObservable } from './use-observable.ts';
import { findWidget } from '../widgets/index.ts';
import { WindowedList } from './windowed-list.tsx';

/**
 * Wraps a rendered node. Must be the same function in every render; otherwise its nodes re-render with their parent.
 */
export type Wrap = (node: ReactNode) => ReactNode;

interface NodeProps {
  /** A prop, not a context: a context would cost memory in every field of a long form. */
  readonly parts: ScreenParts;
  readonly node: LiveNode;
  readonly wrap?: Wrap | undefined;
  /** See `WidgetProps`. */
  readonly isApart?: true | undefined;
}

/** Above this number of siblings, fields belong to a long form. */
const MANY = 30;

/** Renders the nodes of a slot, the body or the bar. */
export function drawChildren(parts: ScreenParts, children: readonly LiveChild[], wrap?: Wrap): ReactNode {
  const isApart = children.length > MANY ? true : undefined;
  return children.map((child) =>
    child.kind === 'repeat' ? (
      <RepeatView key={child.instance} parts={parts} repeat={child} wrap={wrap} />
    ) : (
      <NodeView key={child.instance} parts={parts} node={child} wrap={wrap} isApart={isApart} />
    ),
  );
}

const RepeatView = memo(function RepeatView({
  parts,
  repeat,
  wrap,
}: {
  parts: ScreenParts;
  repeat: LiveRepeat;
  wrap?: Wrap | undefined;
}) {
  const { items } = useObservable(repeat);
  // All form fields are rendered: search, validation and sending must not depend on the viewport.
  const draw = (item: LiveNode) => <NodeView key={item.instance} parts={parts} node={item} wrap={wrap} />;
  if (repeat.plan.type === 'field-list') {
    return (
      runsOf(repeat, items)?.map((run) => <RunView key={run.id} parts={parts} items={run.items} />) ??
      items.map(draw)
    );
  }
  return <WindowedList items={items} draw={draw} />;
});

/**
 * A run of fields. After a change, React and the browser process all siblings of the changed element; in a
 * run these are few.
 */
const RunView = memo(function RunView({ parts, items }: { parts: ScreenParts; items: Run['items'] }) {
  return (
    <div className="cz-field-run cz-stack">
      {items.map((item) => (
        <NodeView key={item.instance} parts={parts} node={item} isApart />
      ))}
    </div>
  );
});

/**
 * Nodes first rendered without the code of their widget: when the code arrives, their elements must not be replaced.
 */
const late = new WeakSet<LiveNode>();

/** One node. Re-renders only when its own snapshot changes. */
export const NodeView = memo(function NodeView({ parts, node, wrap, isApart }: NodeProps) {
  const snapshot = useObservable(node);
  if (!snapshot.visible) return null;
  const { type } = node.plan;
  const entry = findWidget(type);
  const shown: ShownNode = { parts, node, snapshot, wrap, isApart };
  let drawn: ReactNode;
  if (entry === undefined) {
    drawn = <LostNode parts={parts} node={node} wrap={wrap} code="widget/unknown" />;
  } else if (!(entry instanceof LazyCode)) {
    drawn = drawNode(entry, shown);
  } else if (entry.here !== undefined && !late.has(node)) {
    drawn = drawNode(entry.here, shown);
  } else {
    late.add(node);
    drawn = <LazyNode key={type} code={entry} shown={shown} />;
  }
  return parts.isGuarded ? <NodeBoundary node={node}>{drawn}</NodeBoundary> : drawn;
});

interface ShownNode extends NodeProps {
  readonly snapshot: NodeSnapshot;
}

/** A node whose widget was not loaded at its first render. */
function LazyNode({ code, shown }: { readonly code: LazyCode<AnyWidget>; readonly shown: ShownNode }) {
  const { parts, node, wrap } = shown;
  return (
    <LazyPart
      code={code}
      placeholder={<div className={`cz-coming cz-coming-${node.plan.type}`} aria-hidden="true" />}
      draw={(widget) => drawNode(widget, shown)}
      lost={(retry) => (
        <LostNode parts={parts} node={node} wrap={wrap} code="widget/unavailable" onRetry={retry} />
      )}
    />
  );
}

/** A function, not a component, which would cost memory in every field of a long form. */
function drawNode(widget: AnyWidget, shown: ShownNode): ReactNode {
  const { parts, node, snapshot, wrap, isApart } = shown;
  // A part renders nothing itself; its children are wrapped one by one.
  const isGroup = node.plan.type === 'part';
  const given = giveProps(parts, node, snapshot, {
    emit: emitOf(parts.live, node),
    ...(isApart && { isApart }),
    slot: isLeaf(node)
      ? drawNothing
      : (name, each) => drawChildren(parts, node.slots[name] ?? [], each ?? (isGroup ? wrap : undefined)),
  });
  const { frame: Frame } = parts;
  // With a boundary at every node, the widget needs its own component inside the boundary; otherwise the boundary would
  // not catch its errors. The checker validated the types of the properties.
  const { Widget, isHookless, isUncontrolled } = widget;
  const { joint } = snapshot;
  const alone =
    joint !== undefined && isUncontrolled !== true ? (
      <JoinedWidget widget={widget} given={given} joint={joint} />
    ) : isHookless === true && !parts.isGuarded ? (
      Widget(given as WidgetProps<never>)
    ) : (
      <Widget {...(given as WidgetProps<never>)} />
    );
  const own = isAsked(node) ? (
    <>
      {alone}
      {snapshot.remote === undefined ? null : (
        <RemoteStatus {...snapshot.remote} problem={snapshot.problem} say={parts.say} />
      )}
      {snapshot.warning === undefined ? null : (
        <p className="cz-field-note cz-field-warning">{plainWords(snapshot.warning)}</p>
      )}
    </>
  ) : (
    alone
  );
  const drawn =
    Frame === PlainFrame ? (
      own
    ) : (
      <Frame plan={node.plan} instance={node.instance}>
        {own}
      </Frame>
    );
  return wrap === undefined || isGroup || !takesPlace(node, snapshot) ? drawn : wrap(drawn);
}

interface JoinedProps {
  readonly widget: AnyWidget;
  readonly given: WidgetProps<object>;
  readonly joint: FieldJoint;
}

/** The widget of a form's field; re-rendered when its value in the form changes. */
function JoinedWidget({ widget: { Widget }, given, joint }: JoinedProps) {
  const { field } = joint.useController(joint);
  const { value, onChange } = field;
  if (given.field === undefined) return null;
  const own: Field = {
    ...given.field,
    value: value ?? undefined,
    // The library would treat a record with a member `target` as an event.
    set: (written) => onChange({ target: { value: written ?? null } }),
  };
  return <Widget {...({ ...given, field: own } as WidgetProps<never>)} />;
}

/** Whether the field has a remote rule or a warning. Depends only on the plan. */
function isAsked({ plan }: LiveNode): boolean {
  return (
    plan.lists?.['rules']?.some(({ props }) => props['rule'] === 'remote' || props['blocks'] === false) ===
    true
  );
}

/** Whether the node renders anything: empty rows and sections do not, so they are not wrapped. */
function takesPlace(node: LiveNode, { filled, props }: NodeSnapshot): boolean {
  if (node.plan.type === 'rows') return !Array.isArray(props['rows']) || props['rows'].length > 0;
  return (
    (node.plan.type !== 'section' && node.plan.type !== 'form') || filled || props['empty'] !== undefined
  );
}

interface LostNodeProps extends NodeProps {
  readonly code: 'widget/unknown' | 'widget/unavailable';
  /** Set if the widget's code could not be fetched. */
  readonly onRetry?: () => void;
}

/** A missing widget: renders its fallback, or a way to try again. A missing critical widget without fallback ends the screen. */
function LostNode({ parts, node, wrap, code, onRetry }: LostNodeProps) {
  const { live, giveUp, say } = parts;
  const { fallback } = node;
  const isUnsafe = node.plan.critical === true && fallback === undefined && node.plan.fallback !== 'none';
  useEffect(() => {
    live.report(code, node, node.plan.type);
    if (isUnsafe) giveUp(code, node);
  }, [live, giveUp, code, node, isUnsafe]);
  if (fallback !== undefined) return <NodeView parts={parts} node={fallback} wrap={wrap} />;
  return onRetry === undefined || node.plan.fallback === 'none' ? null : (
    <LostPart say={say} onRetry={onRetry} />
  );
}

/** Most nodes of a long form; they share one object without slots to save memory. */
function isLeaf({ plan }: LiveNode): boolean {
  return plan.slots === undefined;
}

const drawNothing = (): ReactNode => [];

type Emit = WidgetProps<object>['emit'];

/** The properties of a widget: the node's snapshot, its methods, and the engine's messages. */
export function giveProps(
  parts: ScreenParts,
  node: LiveNode,
  snapshot: NodeSnapshot,
  doors: Pick<WidgetProps<object>, 'emit' | 'slot' | 'isApart'>,
): WidgetProps<object> {
  const { live, say, money } = parts;
  const field = fieldOf(live, node, snapshot);
  return {
    props: snapshot.props,
    id: idOf(node.instance),
    isBusy: snapshot.busy,
    isEnabled: snapshot.enabled,
    isFilled: snapshot.filled,
    holdsControl: holdsControl(node.plan),
    ...doors,
    slotAt: isLeaf(node)
      ? drawNothing
      : (name, at) => drawChildren(parts, (node.slots[name] ?? []).slice(at, at + 1)),
    ...(field === undefined ? {} : { field }),
    ...(snapshot.problems === undefined ? {} : { problems: foundIn(snapshot.problems) }),
    ...(snapshot.draft && { draft: snapshot.draft }),
    ...(snapshot.steps && { steps: snapshot.steps }),
    ...(snapshot.edits && { edits: snapshot.edits }),
    cover: live.cover,
    canFrame: live.canFrame,
    locale: live.locale,
    say,
    money,
  };
}

const NO_EVENTS: Emit = {};
const emits = new WeakMap<LiveNode, Emit>();

/** The same function every time; a node belongs to one screen. */
export function emitOf(live: LiveScreen, node: LiveNode): Emit {
  if (node.plan.on === undefined) return NO_EVENTS;
  const known = emits.get(node);
  if (known !== undefined) return known;
  const emit: Record<string, () => void> = {};
  for (const event of Object.keys(node.plan.on)) emit[event] = () => live.emit(node, event);
  emits.set(node, emit);
  return emit;
}

function fieldOf(live: LiveScreen, node: LiveNode, snapshot: NodeSnapshot): Field | undefined {
  if (!node.isField) return undefined;
  return {
    value: snapshot.value,
    set: live.write.bind(live, node),
    isRequired: snapshot.isRequired === true,
    ...(snapshot.source && { source: snapshot.source, readAgain: () => live.readOptions(node) }),
    ...(node.plan.props?.['search'] === undefined
      ? {}
      : { search: (text: string) => live.search(node, text) }),
    ...(node.plan.props?.['lookup'] === undefined ? {} : { lookUp: () => live.lookUp(node) }),
    ...(snapshot.uploads === undefined ? {} : { uploads: snapshot.uploads }),
    ...(snapshot.rows === undefined ? {} : { rows: snapshot.rows }),
    ...(snapshot.joint === undefined ? {} : { joint: snapshot.joint }),
    ...(snapshot.problem === undefined ? {} : { problem: snapshot.problem }),
  };
}

const found = new WeakMap<FormProblems, FoundProblems>();

/** The same object for the same validation: the form widget detects a new validation by identity. */
function foundIn(problems: FormProblems): FoundProblems {
  const known = found.get(problems) ?? {
    found: problems.found.map(({ instance, message, show }) => ({
      id: instance === undefined ? undefined : idOf(instance),
      message,
      ...(show && { show }),
    })),
    ...(problems.first !== undefined && { first: idOf(problems.first) }),
    ...(problems.isLess && { isLess: true as const }),
  };
  found.set(problems, known);
  return known;
}

/** Keys of lists may contain spaces, which separate ids in `aria-…`. */
function idOf(instance: string): string {
  return instance.replace(/\s/g, '_');
}

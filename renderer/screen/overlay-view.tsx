import { memo, type ReactNode, useEffect } from 'react';
import { LazyCode, LazyPart } from '../kit/lazy-part.tsx';
import type { LiveNode, LiveOverlay } from '../runtime/live.ts';
import { NodeBoundary } from './boundaries.tsx';
import type { AnyWidget, WidgetProps } from '../widgets/define-widget.ts';
import { findWidget } from '../widgets/index.ts';
import { drawChildren, emitOf, giveProps } from './node-view.tsx';
import { Notices } from './notices.tsx';
import { useScreenParts } from './screen-context.ts';
import { useObservable } from './use-observable.ts';

interface OverlayViewProps {
  readonly overlay: LiveOverlay;
  /** The toasts, on the top overlay only: screen readers ignore content behind a modal. */
  readonly toasts: ReactNode;
}

/** A dialog or a sheet, with `dismiss` and slots for notices and toasts. */
export const OverlayView = memo(function OverlayView(props: OverlayViewProps) {
  const { isGuarded } = useScreenParts();
  const drawn = <OverlayInside {...props} />;
  return isGuarded ? <NodeBoundary node={props.overlay.node}>{drawn}</NodeBoundary> : drawn;
});

function OverlayInside(props: OverlayViewProps) {
  const { node } = props.overlay;
  const entry = findWidget(node.plan.type);
  if (entry === undefined) return null;
  if (!(entry instanceof LazyCode)) return <DrawnOverlay {...props} widget={entry} />;
  return (
    <LazyPart
      code={entry}
      draw={(widget) => <DrawnOverlay {...props} widget={widget} />}
      lost={(retry) => <LostOverlay node={node} onRetry={retry} />}
    />
  );
}

function DrawnOverlay({
  overlay: { node, notices },
  toasts,
  widget: { Widget },
}: OverlayViewProps & { readonly widget: AnyWidget }) {
  const parts = useScreenParts();
  const snapshot = useObservable(node);
  const given = giveProps(parts, node, snapshot, {
    emit: { ...emitOf(parts.live, node), dismiss: () => parts.live.dismissOverlay() },
    slot: (name, each) => {
      if (name === 'notices') return <Notices notices={notices} />;
      return name === 'toasts' ? toasts : drawChildren(parts, node.slots[name] ?? [], each);
    },
  });
  const { frame: Frame } = parts;
  return (
    <Frame plan={node.plan} instance={node.instance}>
      <Widget {...(given as WidgetProps<never>)} />
    </Frame>
  );
}

/** The overlay's code could not be fetched: offers a retry. Its opener waits, and Back closes it. */
function LostOverlay({ node, onRetry }: { readonly node: LiveNode; onRetry(): void }) {
  const { live, say } = useScreenParts();
  useEffect(() => live.report('widget/unavailable', node, node.plan.type), [live, node]);
  return (
    <div className="cz-toasts">
      <div role="alert" className="cz-notice cz-tone-warning">
        <div className="cz-notice-words">
          <p>{say('This part could not be shown.')}</p>
          <button type="button" className="cz-notice-act" onClick={onRetry}>
            {say('Try again')}
          </button>
        </div>
      </div>
    </div>
  );
}

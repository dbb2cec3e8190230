import { memo, type ReactNode, useEffect } from 'react';
import type { LiveNode, LiveOverlay } from '../live/live.ts';
import { NodeBoundary } from './boundaries.tsx';
import type { WidgetProps } from '../widgets/define-widget.ts';
import { drawChildren, emitOf, giveProps } from './node-view.tsx';
import { Notices } from './notices.tsx';
import { useScreenParts } from './screen-context.ts';
import { useObservable } from './use-observable.ts';
import { useWidget } from './use-widget.ts';

interface OverlayViewProps {
  readonly overlay: LiveOverlay;
  /** The toasts, where this overlay is the top one: what stands beneath a modal is not read out. */
  readonly toasts: ReactNode;
}

/** A dialog or a sheet, with the doors that only overlays have: `dismiss`, and slots for notices and toasts. */
export const OverlayView = memo(function OverlayView(props: OverlayViewProps) {
  const { isGuarded } = useScreenParts();
  const drawn = <OverlayInside {...props} />;
  return isGuarded ? <NodeBoundary node={props.overlay.node}>{drawn}</NodeBoundary> : drawn;
});

function OverlayInside({ overlay: { node, notices }, toasts }: OverlayViewProps) {
  const parts = useScreenParts();
  const snapshot = useObservable(node);
  const [widget, fetchAgain] = useWidget(node.plan.type);
  if (widget === 'unavailable') return <LostOverlay node={node} onRetry={fetchAgain} />;
  if (typeof widget === 'string') return null;
  const given = giveProps(parts, node, snapshot, {
    emit: { ...emitOf(parts.live, node), dismiss: () => parts.live.dismissOverlay() },
    slot: (name, each) => {
      if (name === 'notices') return <Notices notices={notices} />;
      return name === 'toasts' ? toasts : drawChildren(parts, node.slots[name] ?? [], each);
    },
  });
  const { frame: Frame } = parts;
  const { Widget } = widget;
  return (
    <Frame plan={node.plan} instance={node.instance}>
      <Widget {...(given as WidgetProps<never>)} />
    </Frame>
  );
}

/** Its code could not be had: what opened it waits, Back closes it, and it may be asked for again. */
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

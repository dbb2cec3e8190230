import { type ReactNode, useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import '../../kit/modal.css';
import { useModalDialog } from '../../kit/modal-dialog.ts';
import { useCover } from '../../kit/use-cover.ts';
import type { WidgetProps } from '../define-widget.ts';
import type { Series } from './series.ts';
import { useZoom } from './use-zoom.ts';
import './viewer.css';

export interface ViewerProps extends Pick<WidgetProps<object>, 'id' | 'cover' | 'say'> {
  readonly series: Series;
  /** For X, Escape and Back. */
  onDismiss(): void;
}

/** A full-screen image with its neighbours. Dark in both themes, so that nothing distracts from it. */
export function Viewer({ id, series, onDismiss, cover, say }: ViewerProps): ReactNode {
  const { pictures } = series;
  const [index, setIndex] = useState(Math.max(0, series.first));
  const dialog = useModalDialog(onDismiss);
  useCover(cover, onDismiss);
  const step = (by: 1 | -1) => {
    const next = index + by;
    if (next >= 0 && next < pictures.length) setIndex(next);
  };
  const zoom = useZoom(index, step);
  const shown = pictures[index];
  const isSeries = pictures.length > 1;
  const title = isSeries
    ? say('Image {number} of {count}')
        .replace('{number}', String(index + 1))
        .replace('{count}', String(pictures.length))
    : say('Image');

  return (
    <dialog
      {...dialog}
      id={id}
      className="cz-modal cz-viewer"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      onKeyDown={zoom.onKeyDown}
    >
      <div className="cz-viewer-head">
        <h2
          id={`${id}-title`}
          className="cz-viewer-title"
          data-modal-title=""
          tabIndex={-1}
          aria-live="polite"
        >
          {title}
        </h2>
        <button type="button" className="cz-viewer-button" aria-label={say('Close')} onClick={onDismiss}>
          <Icon name="close" />
        </button>
      </div>
      <div {...zoom.stage} className="cz-viewer-stage">
        <img
          key={index}
          className="cz-viewer-picture"
          src={shown?.src}
          alt={shown?.alt}
          referrerPolicy="no-referrer"
          draggable={false}
        />
      </div>
      <div className="cz-viewer-foot">
        {/* The image already has this text as its accessible name. */}
        <p className="cz-viewer-words" aria-hidden="true">
          {shown?.alt}
        </p>
        <div className="cz-viewer-acts">
          {isSeries ? (
            <Step label={say('Previous image')} icon="back" isLast={index === 0} onStep={() => step(-1)} />
          ) : null}
          <button type="button" className="cz-viewer-button cz-viewer-zoom" onClick={zoom.toggle}>
            {say(zoom.isCloser ? 'Zoom out' : 'Zoom in')}
          </button>
          {isSeries ? (
            <Step
              label={say('Next image')}
              icon="forward"
              isLast={index === pictures.length - 1}
              onStep={() => step(1)}
            />
          ) : null}
        </div>
      </div>
    </dialog>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: 'back' | 'forward';
  readonly isLast: boolean;
  onStep(): void;
}

/** The button stays at the end of the series, so that it keeps the focus; it is marked as disabled. */
function Step({ label, icon, isLast, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="cz-viewer-button"
      aria-label={label}
      aria-disabled={isLast || undefined}
      onClick={onStep}
    >
      <Icon name={icon} />
    </button>
  );
}

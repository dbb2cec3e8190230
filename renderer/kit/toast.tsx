import { useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import './toast.css';

export interface ToastContent {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}

const ICON_BY_TONE: { readonly [Tone in ToastContent['tone']]?: IconName } = {
  success: 'check',
  warning: 'warning',
  danger: 'warning',
};

/**
 * Shows short messages. Both regions are always rendered, because screen readers announce only changes in an existing
 * region. They never take the focus.
 */
export function ToastRegion({
  toasts,
  busyText,
}: {
  toasts: readonly ToastContent[];
  busyText?: string | undefined;
}) {
  const urgent = toasts.filter((toast) => toast.tone === 'danger');
  const calm = toasts.filter((toast) => toast.tone !== 'danger');
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Above the bar at its current height.
    if (region.current) region.current.style.bottom = document.documentElement.style.scrollPaddingBottom;
  }, [toasts, busyText]);
  return (
    <div ref={region} className="cz-toasts">
      <div role="alert" className="cz-toasts-list">
        {urgent.map(drawToast)}
      </div>
      <div role="status" className="cz-toasts-list">
        {busyText === undefined ? null : (
          <p className="cz-toast">
            <Spinner />
            <span>{busyText}</span>
          </p>
        )}
        {calm.map(drawToast)}
      </div>
    </div>
  );
}

function drawToast(toast: ToastContent) {
  const icon = ICON_BY_TONE[toast.tone];
  return (
    <p key={toast.id} className="cz-toast">
      {icon === undefined ? null : <Icon name={icon} size="small" />}
      <span lang={toast.lang}>{toast.text}</span>
    </p>
  );
}

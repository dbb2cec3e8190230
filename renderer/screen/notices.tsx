import { useEffect, useRef } from 'react';
import { Icon, type IconName } from '../kit/icon.tsx';
import { toneClass } from '../kit/tone.ts';
import type { Notice, Tone } from '../runtime/live.ts';

const ICON_BY_TONE: { readonly [T in Tone]: IconName } = {
  neutral: 'info',
  info: 'info',
  success: 'done',
  warning: 'warning',
  danger: 'warning',
};

/**
 * Notices at the top of a surface. The region is always rendered, so that screen readers announce new notices; a new
 * one is scrolled into view.
 */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const region = useRef<HTMLDivElement>(null);
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) region.current?.scrollIntoView?.({ block: 'nearest' });
  }, [newest]);
  return (
    <div ref={region} className="cz-notices" aria-live="polite">
      {notices.map((notice) => (
        <div key={notice.id} className={`cz-notice ${toneClass(notice.tone)}`}>
          <Icon name={ICON_BY_TONE[notice.tone]} size="small" />
          <p lang={notice.lang}>{notice.text}</p>
        </div>
      ))}
    </div>
  );
}

import { Icon } from '../kit/icon.tsx';
import { toneClass } from '../kit/tone.ts';
import type { ScreenSurface } from '../runtime/live.ts';
import type { Locale } from '../plan/expression.ts';
import { useScreenParts } from './screen-context.ts';

/** Status of the whole screen: offline, or stale content. The region is always rendered. */
export function Banners({ surface }: { surface: ScreenSurface }) {
  const { say, live } = useScreenParts();
  const { online, staleSince, staleText, refreshing, phase } = surface;
  const time = staleSince === undefined ? undefined : writeTime(staleSince, live.locale);
  let words: string | undefined;
  let isOld = false;
  if (!online && time !== undefined && phase === 'content') {
    words = say('You are offline. Showing details from {time}.', { time });
  } else if (!online) {
    words = say('You are offline');
  } else if (time !== undefined && !refreshing && phase === 'content') {
    words = say('We could not update this page. Showing details from {time}.', { time });
    isOld = true;
  }
  return (
    <div role="status" className="cz-banners">
      {words === undefined ? null : (
        <div className={`cz-notice ${toneClass('warning')}`}>
          <Icon name={online ? 'warning' : 'offline'} size="small" />
          <div className="cz-notice-words">
            {isOld && staleText !== undefined ? <p className="cz-notice-strong">{staleText}</p> : null}
            <p>{words}</p>
            {isOld ? (
              <button type="button" className="cz-notice-act" onClick={() => live.retry()}>
                {say('Try again')}
              </button>
            ) : null}
          </div>
        </div>
      )}
    </div>
  );
}

/** The time in the application's time zone, `10:42 AM`; with the date if it is not today. */
function writeTime(ms: number, { language, timeZone, now }: Locale): string {
  const spoken = language === 'source' ? 'en' : language;
  const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const days = new Intl.DateTimeFormat('en', day);
  const isToday = days.format(ms) === days.format(now());
  return new Intl.DateTimeFormat(spoken, {
    ...(isToday ? {} : day),
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
    .format(ms)
    .replace(/\s/g, ' ');
}

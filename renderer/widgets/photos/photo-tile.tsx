import { Icon } from '../../kit/icon.tsx';
import type { UploadItem } from '../../plan/uploads.ts';
import type { WidgetProps } from '../define-widget.ts';
import { usePhoto } from './use-photo.ts';

interface PhotoTileProps {
  readonly item: UploadItem;
  /** From 1. */
  readonly number: number;
  readonly isEnabled: boolean;
  readonly say: WidgetProps<object>['say'];
  onTap(): void;
  onRemove(): void;
}

const NAMES = {
  waiting: 'Photo {number}, uploading. View',
  sending: 'Photo {number}, uploading. View',
  failed: 'Photo {number}, not uploaded. Try again',
  done: 'Photo {number}, uploaded. View',
} as const;

/** One photo, visible as soon as it is decoded, with its progress and its buttons. */
export function PhotoTile({ item, number, isEnabled, say, onTap, onRemove }: PhotoTileProps) {
  const image = usePhoto(item);
  const canBeSeen = item.content !== undefined || item.url !== undefined;
  const named = (words: string) => words.replace('{number}', String(number));
  const isUnderWay = item.phase === 'waiting' || item.phase === 'sending';
  return (
    <li className={`cz-photo cz-photo-${item.phase}`}>
      <button
        type="button"
        className="cz-photo-face"
        aria-label={named(say(NAMES[item.phase]))}
        onClick={onTap}
      >
        {canBeSeen ? <img ref={image} alt="" referrerPolicy="no-referrer" /> : null}
        {isUnderWay ? (
          <span className="cz-photo-veil" aria-hidden="true">
            <Ring percent={item.percent} />
            <span className="cz-photo-percent">{`${item.percent}%`}</span>
          </span>
        ) : null}
        {item.phase === 'failed' ? (
          <span className="cz-photo-veil" aria-hidden="true">
            <Icon name="warning" />
            <span>{say('Try again')}</span>
          </span>
        ) : null}
      </button>
      <button
        type="button"
        className="cz-photo-remove"
        aria-label={named(say('Remove photo {number}'))}
        disabled={!isEnabled}
        onClick={onRemove}
      >
        <span>
          <Icon name="close" size="small" />
        </span>
      </button>
    </li>
  );
}

/** A progress ring. */
function Ring({ percent }: { percent: number }) {
  return (
    <svg className="cz-photo-ring" viewBox="0 0 36 36">
      <circle cx="18" cy="18" r="15.9" />
      <circle cx="18" cy="18" r="15.9" pathLength="100" strokeDasharray={`${percent} 100`} />
    </svg>
  );
}

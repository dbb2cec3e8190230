import { Icon } from '../../kit/icon.tsx';
import { settle } from '../../plan/isolate.ts';
import type { UploadItem } from '../../plan/uploads.ts';
import type { WidgetProps } from '../define-widget.ts';
import { writeSize } from './check-file.ts';

interface FileLineProps {
  readonly item: UploadItem;
  /** From 1. */
  readonly number: number;
  readonly isEnabled: boolean;
  readonly say: WidgetProps<object>['say'];
  onRetry(): void;
  onRemove(): void;
}

/** A file: its name, its progress or problem, and its buttons. */
export function FileLine({ item, number, isEnabled, say, onRetry, onRemove }: FileLineProps) {
  const name =
    item.name === undefined || item.name === '' ? say('File {number}', { number }) : settle(item.name);
  const isUnderWay = item.phase === 'waiting' || item.phase === 'sending';
  return (
    <li className={`cz-file cz-file-${item.phase}`}>
      <span className="cz-file-words">
        {/* `bdi` isolates a name of another writing direction. */}
        <bdi className="cz-file-name">{name}</bdi>{' '}
        <span className="cz-file-note">
          {item.phase === 'failed'
            ? (item.message ?? say('Not uploaded'))
            : isUnderWay
              ? `${item.percent}%`
              : item.bytes === undefined
                ? say('Uploaded')
                : `${say('Uploaded')} · ${writeSize(item.bytes)}`}
        </span>
        {isUnderWay ? (
          <progress className="cz-file-progress" max={100} value={item.percent} aria-label={name} />
        ) : null}
      </span>
      {item.phase === 'failed' && item.isRefused !== true ? (
        <button
          type="button"
          className="cz-file-act"
          aria-label={say('Try again: {name}', { name })}
          disabled={!isEnabled}
          onClick={onRetry}
        >
          <Icon name="progress" size="small" />
        </button>
      ) : null}
      <button
        type="button"
        className="cz-file-act"
        aria-label={say('Remove {name}', { name })}
        disabled={!isEnabled}
        onClick={onRemove}
      >
        <Icon name="close" size="small" />
      </button>
    </li>
  );
}

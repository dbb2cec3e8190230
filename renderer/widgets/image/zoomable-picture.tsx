import { useState } from 'react';
import { LazyCode, LazyPart } from '../../kit/lazy-part.tsx';
import { Picture } from '../../kit/picture.tsx';
import type { WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import { readSeries, type Series } from './series.ts';
import './zoomable-picture.css';

interface ZoomablePictureProps extends WidgetProps<ImageProps> {
  readonly alt: string;
}

export const viewer = new LazyCode(() => import('./viewer.tsx'));

/** An image that a tap enlarges after it has loaded. */
export function ZoomablePicture({ props, id, alt, say, cover }: ZoomablePictureProps) {
  const [opened, setOpened] = useState<{ readonly series: Series; readonly tap: number }>();
  return (
    <div id={id} className="cz-image">
      <Picture
        src={props.src}
        alt={alt}
        shape={props.ratio}
        retryWords={say('Try again')}
        around={(picture) => (
          <button
            type="button"
            className="cz-image-zoom"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              const series = readSeries(currentTarget);
              setOpened((before) => ({ series, tap: (before?.tap ?? 0) + 1 }));
            }}
          >
            {picture}
            <svg className="cz-icon cz-icon-small" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M14 4h6v6M20 4l-7 7M10 20H4v-6m0 6 7-7" />
            </svg>
          </button>
        )}
      />
      {opened === undefined ? null : (
        <LazyPart
          // A new key for each tap: after a failed fetch, the next tap tries again.
          key={opened.tap}
          code={viewer}
          draw={({ Viewer }) => (
            <Viewer
              id={`${id}-viewer`}
              series={opened.series}
              onDismiss={() => setOpened(undefined)}
              cover={cover}
              say={say}
            />
          )}
        />
      )}
    </div>
  );
}

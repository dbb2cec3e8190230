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

/** A tap enlarges it, once it is there to be enlarged. */
export function ZoomablePicture({ props, id, alt, say, cover }: ZoomablePictureProps) {
  const [series, setSeries] = useState<Series>();
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
            onClick={({ currentTarget }) => setSeries(readSeries(currentTarget))}
          >
            {picture}
            <svg className="cz-icon cz-icon-small" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M14 4h6v6M20 4l-7 7M10 20H4v-6m0 6 7-7" />
            </svg>
          </button>
        )}
      />
      {series === undefined ? null : (
        <LazyPart
          // Without a connection it may not have come: the next tap asks again.
          key={series.first}
          code={viewer}
          placeholder={null}
          draw={({ Viewer }) => (
            <Viewer
              id={`${id}-viewer`}
              series={series}
              onDismiss={() => setSeries(undefined)}
              cover={cover}
              say={say}
            />
          )}
          lost={() => null}
        />
      )}
    </div>
  );
}

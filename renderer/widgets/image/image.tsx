import { type ReactNode, useState } from 'react';
import { Picture } from '../../kit/picture.tsx';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import './image.css';
import { QrCode } from './qr-code.tsx';
import { readSeries, type Series } from './series.ts';
import { useViewer } from './use-viewer.ts';
import type { ViewerProps } from './viewer.tsx';

export const image = defineWidget<ImageProps>({ type: 'image', Widget: Image });

function Image(given: WidgetProps<ImageProps>) {
  const { props, id, emit, say } = given;
  const alt = plainWords(props.alt) ?? '';
  if (emit['tap'] !== undefined) {
    return (
      <button
        id={id}
        type="button"
        className="cz-image cz-image-tappable"
        aria-label={alt || undefined}
        onClick={emit['tap']}
      >
        <Picture src={props.src} alt={alt} shape={props.ratio} />
      </button>
    );
  }
  if (props.look === 'qr') return <QrCode {...given} alt={alt} />;
  if (props.zoom) return <ZoomablePicture {...given} alt={alt} />;
  return (
    <div id={id} className="cz-image">
      <Picture src={props.src} alt={alt} shape={props.ratio} retryWords={say('Try again')} />
    </div>
  );
}

interface OpenedProps extends ViewerProps {
  readonly viewer: { readonly Viewer: (props: ViewerProps) => ReactNode };
}

/** A tap enlarges it, once it is there to be enlarged. */
function ZoomablePicture({ props, id, alt, say, cover }: WidgetProps<ImageProps> & { alt: string }) {
  const [series, setSeries] = useState<Series>();
  const viewer = useViewer(series !== undefined);
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
      {series === undefined || viewer === undefined ? null : (
        <Opened
          viewer={viewer}
          id={`${id}-viewer`}
          series={series}
          onDismiss={() => setSeries(undefined)}
          cover={cover}
          say={say}
        />
      )}
    </div>
  );
}

function Opened({ viewer: { Viewer }, ...given }: OpenedProps) {
  return <Viewer {...given} />;
}

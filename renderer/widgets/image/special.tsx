import { type ReactNode, useState } from 'react';
import { createLater } from '../../kit/later.ts';
import { Picture } from '../../kit/picture.tsx';
import { useLater } from '../../kit/use-later.ts';
import type { WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import { QrCode } from './qr-code.tsx';
import { readSeries, type Series } from './series.ts';
import './special.css';
import type { ViewerProps } from './viewer.tsx';

export interface SpecialProps extends WidgetProps<ImageProps> {
  readonly alt: string;
}

/** What few images are: a QR code, or a picture that can be enlarged. */
export function SpecialImage(given: SpecialProps) {
  return given.props.look === 'qr' ? <QrCode {...given} /> : <ZoomablePicture {...given} />;
}

interface OpenedProps extends ViewerProps {
  readonly viewer: { readonly Viewer: (props: ViewerProps) => ReactNode };
}

const imageViewer = createLater(() => import('./viewer.tsx'));

/** A tap enlarges it, once it is there to be enlarged. */
function ZoomablePicture({ props, id, alt, say, cover }: SpecialProps) {
  const [series, setSeries] = useState<Series>();
  const viewer = useLater(series !== undefined, imageViewer);
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
              setSeries(readSeries(currentTarget));
              // Without a connection it may not have come; this tap asks again.
              viewer.retry();
            }}
          >
            {picture}
            <svg className="cz-icon cz-icon-small" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M14 4h6v6M20 4l-7 7M10 20H4v-6m0 6 7-7" />
            </svg>
          </button>
        )}
      />
      {series === undefined || viewer.module === undefined ? null : (
        <Opened
          viewer={viewer.module}
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

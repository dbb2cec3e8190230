import { useMemo } from 'react';
import { LazyCode, LazyPart } from '../../kit/lazy-part.tsx';
import { Picture } from '../../kit/picture.tsx';
import { plainValue } from '../../kit/words.tsx';
import type { WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import type * as drawing from './qr-drawing.ts';
import { QrPlace } from './qr-place.tsx';

interface QrCodeProps extends WidgetProps<ImageProps> {
  readonly alt: string;
}

/** A QR code on a white tile: an image from an address, or rendered from its text. */
export function QrCode({ props, id, alt, say }: QrCodeProps) {
  return (
    <div id={id} className="cz-image cz-qr">
      {props.encode === undefined ? (
        <Picture src={props.src} alt={alt} shape="qr" retryWords={say('Try again')} />
      ) : (
        <DrawnCode text={plainValue(props.encode)} alt={alt} retryWords={say('Try again')} />
      )}
    </div>
  );
}

interface DrawnCodeProps {
  /** Undefined while it loads. */
  readonly text: string | undefined;
  readonly alt: string;
  readonly retryWords: string;
}

export const qrDrawing = new LazyCode(() => import('./qr-drawing.ts'));

function DrawnCode(given: DrawnCodeProps) {
  const place = { alt: given.alt, retryWords: given.retryWords };
  return (
    <LazyPart
      code={qrDrawing}
      placeholder={<QrPlace {...place} state={given.text === undefined ? 'loading' : 'coming'} />}
      draw={({ drawQr }) => <Drawing {...given} drawQr={drawQr} />}
      lost={(retry) => <QrPlace {...place} state="missing" onRetry={retry} />}
    />
  );
}

interface DrawingProps extends DrawnCodeProps {
  readonly drawQr: typeof drawing.drawQr;
}

function Drawing({ text, alt, retryWords, drawQr }: DrawingProps) {
  const drawn = useMemo(
    () => (text === undefined ? 'loading' : (attempt(() => drawQr(text)) ?? 'missing')),
    [drawQr, text],
  );
  if (typeof drawn === 'string') return <QrPlace state={drawn} alt={alt} retryWords={retryWords} />;
  return (
    <span className="cz-picture cz-picture-qr cz-qr-drawn">
      <svg role="img" aria-label={alt} viewBox={`0 0 ${drawn.size} ${drawn.size}`}>
        <path d={drawn.path} />
      </svg>
    </span>
  );
}

/** A text from data may be too long for a QR code. */
function attempt(draw: () => drawing.QrDrawing): drawing.QrDrawing | undefined {
  try {
    return draw();
  } catch {
    return undefined;
  }
}

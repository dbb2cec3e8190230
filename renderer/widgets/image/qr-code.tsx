import { useMemo } from 'react';
import { createLater } from '../../kit/later.ts';
import { Picture } from '../../kit/picture.tsx';
import { useLater } from '../../kit/use-later.ts';
import { plainValue } from '../../kit/words.tsx';
import type { QrDrawing } from './qr-drawing.ts';
import { QrPlace } from './qr-place.tsx';
import type { SpecialProps } from './special.tsx';

/** A QR code on a white tile: the picture of an address, or drawn from its text. */
export function QrCode({ props, id, alt, say }: SpecialProps) {
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
  /** Undefined while it is loading. */
  readonly text: string | undefined;
  readonly alt: string;
  readonly retryWords: string;
}

const qrDrawing = createLater(() => import('./qr-drawing.ts'));

function DrawnCode({ text, alt, retryWords }: DrawnCodeProps) {
  const { module, isLost, retry } = useLater(true, qrDrawing);
  const drawing = useMemo(
    () => (module === undefined || text === undefined ? undefined : attempt(() => module.drawQr(text))),
    [module, text],
  );
  if (drawing === undefined || drawing === 'impossible') {
    const isMissing = isLost || drawing === 'impossible';
    const state = text === undefined ? 'loading' : isMissing ? 'missing' : 'coming';
    return <QrPlace state={state} alt={alt} retryWords={retryWords} onRetry={retry} />;
  }
  return (
    <span className="cz-picture cz-picture-qr cz-qr-drawn">
      <svg role="img" aria-label={alt} viewBox={`0 0 ${drawing.size} ${drawing.size}`}>
        <path d={drawing.path} />
      </svg>
    </span>
  );
}

/** A text from data may be longer than any QR code holds. */
function attempt(draw: () => QrDrawing): QrDrawing | 'impossible' {
  try {
    return draw();
  } catch {
    return 'impossible';
  }
}

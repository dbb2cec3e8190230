import { useEffect, useState } from 'react';
import { Picture } from '../../kit/picture.tsx';
import { plainWords } from '../../kit/words.tsx';
import type { WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import type { QrDrawing } from './qr-drawing.ts';

type QrCodeProps = WidgetProps<ImageProps> & { readonly alt: string };

/** A QR code on a white tile: the picture of an address, or drawn from its text. */
export function QrCode({ props, id, alt, say }: QrCodeProps) {
  return (
    <div id={id} className="cz-image cz-qr">
      {props.encode === undefined ? (
        <Picture src={props.src} alt={alt} shape="qr" retryWords={say('Try again')} />
      ) : (
        <DrawnCode text={plainWords(props.encode)} alt={alt} retryWords={say('Try again')} />
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

function DrawnCode({ text, alt, retryWords }: DrawnCodeProps) {
  const { drawing, isLost, retry } = useDrawing(text);
  if (isLost) {
    return (
      <span className="cz-picture cz-picture-qr cz-picture-missing">
        <span>{alt}</span>
        <button type="button" className="cz-picture-retry" onClick={retry}>
          {retryWords}
        </button>
      </span>
    );
  }
  return (
    <span className={`cz-picture cz-picture-qr ${text === undefined ? 'cz-picture-loading' : 'cz-qr-drawn'}`}>
      {drawing === undefined ? null : (
        <svg role="img" aria-label={alt} viewBox={`0 0 ${drawing.size} ${drawing.size}`}>
          <path d={drawing.path} />
        </svg>
      )}
    </span>
  );
}

/** Drawn as soon as the code that draws is there; few screens need it, so it comes when asked for. */
function useDrawing(text: string | undefined) {
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly drawing: QrDrawing | undefined }>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (text === undefined) return undefined;
    let isGone = false;
    const tell = (drawing: QrDrawing | undefined) => {
      if (!isGone) setOutcome({ of: text, drawing });
    };
    import('./qr-drawing.ts').then(({ drawQr }) => drawQr(text)).then(tell, () => tell(undefined));
    return () => {
      isGone = true;
    };
  }, [text, tries]);
  const known = outcome?.of === text ? outcome : undefined;
  return {
    drawing: known?.drawing,
    isLost: known !== undefined && known.drawing === undefined,
    retry() {
      setOutcome(undefined);
      setTries(tries + 1);
    },
  };
}

import type { ReactNode } from 'react';
import { createLater } from '../../kit/later.ts';
import { Picture } from '../../kit/picture.tsx';
import { useLater } from '../../kit/use-later.ts';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import './image.css';
import { QrPlace } from './qr-place.tsx';
import type { SpecialProps } from './special.tsx';

export const image = defineWidget<ImageProps>({ type: 'image', Widget: Image });

const specialImage = createLater(() => import('./special.tsx'));

function Image(given: WidgetProps<ImageProps>) {
  const { props, id, emit, say } = given;
  const alt = plainWords(props.alt) ?? '';
  const isTappable = emit['tap'] !== undefined;
  const isCode = props.look === 'qr';
  const special = useLater(!isTappable && (isCode || props.zoom), specialImage);
  if (isTappable) {
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
  if (special.module !== undefined) return <Special {...given} alt={alt} from={special.module} />;
  const again = say('Try again');
  return (
    <div id={id} className={isCode ? 'cz-image cz-qr' : 'cz-image'}>
      {isCode ? (
        <QrPlace
          state={special.isLost ? 'missing' : isPending(props) ? 'loading' : 'coming'}
          alt={alt}
          retryWords={again}
          onRetry={special.retry}
        />
      ) : (
        <Picture src={props.src} alt={alt} shape={props.ratio} retryWords={again} />
      )}
    </div>
  );
}

interface SpecialFrom extends SpecialProps {
  readonly from: { readonly SpecialImage: (props: SpecialProps) => ReactNode };
}

function Special({ from: { SpecialImage }, ...given }: SpecialFrom) {
  return <SpecialImage {...given} />;
}

function isPending({ src, encode }: ImageProps): boolean {
  return typeof (src ?? encode) === 'symbol';
}

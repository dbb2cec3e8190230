import { Picture } from '../../kit/picture.tsx';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import './image.css';
import { QrCode, qrDrawing } from './qr-code.tsx';
import { viewer, ZoomablePicture } from './zoomable-picture.tsx';

export const image = defineWidget<ImageProps>({
  type: 'image',
  Widget: Image,
  parts: [qrDrawing, viewer],
});

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

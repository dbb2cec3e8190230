import { Picture } from '../../kit/picture.tsx';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { ImageProps } from '../props.generated.ts';
import './image.css';

export const image = defineWidget<ImageProps>({
  type: 'image',
  Widget: ({ props, id, emit }) => {
    const alt = plainWords(props.alt) ?? '';
    const picture = <Picture src={props.src} alt={alt} shape={props.ratio} />;
    if (emit['tap'] === undefined) {
      return (
        <div id={id} className="cz-image">
          {picture}
        </div>
      );
    }
    return (
      <button
        id={id}
        type="button"
        className="cz-image cz-image-tappable"
        aria-label={alt || undefined}
        onClick={emit['tap']}
      >
        {picture}
      </button>
    );
  },
});

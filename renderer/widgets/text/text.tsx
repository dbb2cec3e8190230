import { Heading } from '../../kit/heading.tsx';
import { toneClass } from '../../kit/tone.ts';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { TextProps } from '../props.generated.ts';
import './text.css';

export const text = defineWidget<TextProps>({
  type: 'text',
  Widget: ({ props, id, isFilled, slotAt }) => {
    const className = `cz-text cz-text-${props.style} ${toneClass(props.tone)}`;
    const words = isFilled ? (
      slotAt('words', 0)
    ) : (
      <Words of={props.text} size="long" lang={props.spoken?.text} />
    );
    if (props.style === 'title' || props.style === 'heading') {
      return (
        <Heading id={id} className={className}>
          {words}
        </Heading>
      );
    }
    if (props.style === 'spoken') {
      return (
        <p id={id} role="status" className="cz-visually-hidden">
          {words}
        </p>
      );
    }
    return (
      <p id={id} className={className}>
        {words}
      </p>
    );
  },
});

import { Heading } from '../../kit/heading.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toneClass } from '../../kit/tone.ts';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { StatusProps } from '../props.generated.ts';
import './status.css';

export const status = defineWidget<StatusProps>({
  type: 'status',
  Widget: ({ props, id }) => {
    const icon = <Icon name={props.icon} />;
    const text =
      props.text === undefined ? null : (
        <p className="cz-status-text">
          <Words of={props.text} size="long" lang={props.spoken?.text} />
        </p>
      );
    if (props.look === 'banner') {
      return (
        <div id={id} role="note" className={`cz-status-banner ${toneClass(props.tone)}`}>
          {icon}
          <div className="cz-status-words">
            <p className="cz-status-line">
              <Words of={props.title} size="long" lang={props.spoken?.title} />
            </p>
            {text}
          </div>
        </div>
      );
    }
    return (
      <div id={id} role="status" className={`cz-status ${toneClass(props.tone)}`}>
        <span className="cz-status-circle">{icon}</span>
        <div className="cz-status-words">
          <Heading className="cz-status-title">
            <Words of={props.title} lang={props.spoken?.title} />
          </Heading>
          {text}
        </div>
      </div>
    );
  },
});

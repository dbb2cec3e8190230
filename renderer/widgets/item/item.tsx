import { Fragment } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { Picture } from '../../kit/picture.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { ItemProps } from '../props.generated.ts';
import './item.css';

export const item = defineWidget<ItemProps>({
  type: 'item',
  Widget: ({ props, id, emit }) => {
    const content = (
      <>
        {props.image === undefined ? null : (
          <Picture
            src={props.image}
            alt=""
            shape={isHeadline(props) ? 'small-logo' : 'logo'}
            name={props.title}
          />
        )}
        <span className="cz-item-words">
          <span className="cz-item-title">
            <Words of={props.title} lang={props.spoken?.title} />
          </span>
          {props.text === undefined ? null : (
            <>
              {' '}
              <span className={props.clamp ? 'cz-item-text cz-item-clamp' : 'cz-item-text'}>
                <Words of={props.text} lang={props.spoken?.text} />
              </span>
            </>
          )}
          {props.tags === undefined || props.tags.length === 0 ? null : (
            <>
              {' '}
              <span className="cz-item-tags">
                {props.tags.map((tag, index) => (
                  <Fragment key={tag.key}>
                    {index === 0 ? null : ' '}
                    <span className="cz-item-tag">
                      <Words of={tag.text} size="short" lang={tag.spoken?.text} />
                    </span>
                  </Fragment>
                ))}
              </span>
            </>
          )}
        </span>
      </>
    );
    // An item whose title is pending is not a control yet.
    if (emit['tap'] === undefined || typeof props.title === 'symbol') {
      return (
        <div id={id} className="cz-item cz-card">
          <div className="cz-item-line">{content}</div>
        </div>
      );
    }
    return (
      <div id={id} className="cz-item cz-item-tappable cz-card">
        <button type="button" className="cz-item-line" onClick={emit['tap']}>
          {content}
          <Icon name="forward" size="small" />
        </button>
      </div>
    );
  },
});

/** A title without text and tags is the heading of what follows; otherwise the item has a larger image. */
function isHeadline(props: ItemProps): boolean {
  return props.text === undefined && (props.tags === undefined || props.tags.length === 0);
}

import './icon.css';

export type IconName = keyof typeof ICONS;

const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18';
const CALENDAR = 'M4.5 6h15v14h-15V6Zm0 4h15M8.5 3.5V8m7-4.5V8';

/** Outlines on a 24 px grid, in the colour of the text beside them. */
const ICONS = {
  pending: `${CIRCLE}M12 7v5l3.2 2`,
  failed: `${CIRCLE}M9 9l6 6m0-6-6 6`,
  done: `${CIRCLE}M8 12.4l2.8 2.8L16 9.6`,
  warning: 'M12 4 2.8 19.5h18.4L12 4ZM12 10v4m0 2.7v.1',
  info: `${CIRCLE}M12 11v5m0-8.1v.1`,
  neutral: 'M7 3.5h7l4 4v13H7v-17ZM14 3.5v4h4M10 12h5m-5 4h5',
  due: `${CALENDAR}M9 15h6`,
  overdue: `${CALENDAR}M12 12.5v2.6m0 2.2v.1`,
  progress: 'M20.5 12a8.5 8.5 0 0 1-15 5.5M3.5 12a8.5 8.5 0 0 1 15-5.5M18.8 2.8v4h-4M5.2 21.2v-4h4',
  closed: 'M5.5 11h13v9.5h-13V11Zm2.8 0V7.7a3.7 3.7 0 0 1 7.4 0V11M12 14.8v2',
  back: 'm14.5 5.5-6.5 6.5 6.5 6.5',
  forward: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  down: 'm5.5 9 6.5 6.5L18.5 9',
  check: 'm5 12.8 4.6 4.7L19.2 7',
  close: 'm6 6 12 12M18 6 6 18',
  offline:
    'M3.5 9.5a13 13 0 0 1 4-2.5m4-.9a13 13 0 0 1 9 3.4M7 13.3a8 8 0 0 1 2.6-1.6m4.8.2a8 8 0 0 1 2.6 1.4M12 17.7v.1M4 3.5l16 17',
} as const;

/** Always decorative: the text beside an icon gives its meaning. A pending or unknown name shows the neutral icon. */
export function Icon({ name, size = 'normal' }: { name: IconName; size?: 'small' | 'normal' }) {
  const drawn = typeof name === 'string' && Object.hasOwn(ICONS, name) ? name : 'neutral';
  return (
    <svg
      className={`cz-icon cz-icon-${size} cz-icon-${drawn}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICONS[drawn]} />
    </svg>
  );
}

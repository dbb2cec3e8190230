/**
 * Header of a critical call: `<wish>/<ms>`, the wish's short name, and when the server received the oldest reading that
 * the screen shows. It goes no further than our own server.
 */
export const WISH_HEADER = 'Capiz-Wish';

/** Header of an answer to a reading: when our server received it, milliseconds since the epoch. */
export const RECEIVED_HEADER = 'Capiz-Received';

/** Header of a refusal: nothing was sent, since a yes that came after the reading has ended the wish. */
export const ENDED_HEADER = 'Capiz-Ended';

/** Prefix of the pages for staff. */
export const STAFF_ADDRESS = '/capiz/staff';
export const SIGN_IN_ADDRESS = `${STAFF_ADDRESS}/sign-in`;
/** The studio, in which staff change screens. */
export const STUDIO_ADDRESS = '/studio';
/** Query of a sign-in or a one-time link that ends in the studio. */
export const TO_STUDIO = '?to=studio';

/** Query for the sign-in page. @param url - Address of the studio that opens after the sign-in. */
export function writeReturn(url: string): string {
  const { pathname, search } = new URL(url);
  return `?${new URLSearchParams({ to: pathname + search })}`;
}

/** Prefix of one-time links; the secret follows. */
export const LINKS_ADDRESS = `${STAFF_ADDRESS}/links`;
export const STYLES_ADDRESS = `${STAFF_ADDRESS}/styles.css`;
/** Events for open pages of staff. */
export const EVENTS_ADDRESS = `${STAFF_ADDRESS}/events`;
/** The script that receives the events. */
export const LIVE_SCRIPT_ADDRESS = `${STAFF_ADDRESS}/live.js`;
export const SINGLE_SIGN_ON_ADDRESS = `${STAFF_ADDRESS}/single-sign-on`;
/** Redirect address of the single sign-on provider. */
export const SIGN_ON_BACK_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/back`;
/** Takes the password of an account that a person links to single sign-on. */
export const SIGN_ON_CONFIRM_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/confirm`;

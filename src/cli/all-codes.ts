import { codes as checkerCodes } from '#renderer/grammar/codes.ts';
import type { CodeEntries } from '#renderer/grammar/codes/entry.ts';
import { BRAND_CODES } from '#src/shared/brand/with-brand.ts';
import { FIXTURE_CODES } from './fixtures/codes.ts';

/** Every code that `capiz check` can report. */
export const allCodes: CodeEntries = { ...checkerCodes, ...BRAND_CODES, ...FIXTURE_CODES };

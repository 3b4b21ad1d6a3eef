/**
 * Whether a wall-clock minute lies in quiet hours; they may run over midnight. From a time to the same one are none.
 * @param minuteOfDay 0 to 1439, by the user's own clock
 */
export function inQuietHours(hours: { on: boolean; from: string; to: string }, minuteOfDay: number): boolean {
  if (!hours.on) return false;
  const from = minutesOf(hours.from);
  const to = minutesOf(hours.to);
  return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
}

function minutesOf(wallClock: string): number {
  const [hours = '0', minutes = '0'] = wallClock.split(':');
  return Number(hours) * 60 + Number(minutes);
}

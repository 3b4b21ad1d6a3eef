const PROJECTS = Array.from({ length: 20 }, (_, at) => ({
  projectId: `project-${at}`,
  description: 'An app for a barber shop: bookings, reminders, and a page for each barber.',
  plan: 'api',
  createdAt: '2026-10-20T08:00:00.000Z',
  label: `Project ${at}`,
  lastModifiedAt: '2026-11-02T10:15:30.000Z',
  productionProjectUrl: `project-${at}.apps.example`,
}));
const ANSWER = JSON.stringify({ errors: null, data: PROJECTS });

/** Stands in for the service where only the path to it is measured: returns the same page each time. */
export default {
  fetch(): Response {
    const headers = { 'content-type': 'application/json', 'x-total-count': '20', 'x-has-more': 'false' };
    return new Response(ANSWER, { headers });
  },
};

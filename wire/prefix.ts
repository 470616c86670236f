// Where the API stands (spec §7), alone in a file so that the login page need not load every call to know it.

export const API_PREFIX = '/paywages/api'

/** A short talk in the style of a webinar. */
export const englishTalk = `Good morning everyone and welcome to this webinar about growing vegetables in a small garden.
Today we will talk about soil, water and sunlight. First, let me explain why good soil matters more than anything else.
Healthy soil holds water during the summer and feeds the roots of every plant. In the second part I will show you how to
plan your garden before the spring begins. Most people buy too many seeds and forget how large a tomato plant can become.
Finally, we will answer your questions about insects, frost and harvest.`;

export const foreignTalks = {
  de: `Herzlich willkommen zu diesem Vortrag über den Garten. Heute geht es um den Boden, das Wasser und das Licht. Zuerst
möchte ich erklären, warum guter Boden wichtiger ist als alles andere. Gesunder Boden speichert im Sommer das Wasser und
ernährt die Wurzeln jeder Pflanze. Im zweiten Teil zeige ich Ihnen, wie Sie Ihren Garten planen, bevor der Frühling beginnt.`,
  fr: `Bienvenue à cette conférence sur le jardin potager. Aujourd'hui nous allons parler de la terre, de l'eau et de la
lumière. D'abord, je voudrais expliquer pourquoi une bonne terre est plus importante que tout le reste. Une terre saine
garde l'eau pendant l'été et nourrit les racines de chaque plante. Ensuite, je vous montrerai comment préparer le printemps.`,
  es: `Bienvenidos a esta charla sobre el huerto. Hoy vamos a hablar de la tierra, del agua y de la luz. Primero quiero
explicar por qué una buena tierra es más importante que todo lo demás. La tierra sana guarda el agua durante el verano y
alimenta las raíces de cada planta. En la segunda parte les mostraré cómo preparar el huerto antes de la primavera.`,
};

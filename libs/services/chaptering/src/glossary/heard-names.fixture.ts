/** Names, and how speech recognition may write them. */
export const heardNames: Readonly<Record<string, readonly string[]>> = {
  Piketty: ['Pikachti', 'Pickety', 'Pikety', 'pick Eddie'],
  Kubernetes: ['Kubernetis', 'Cubernetes', 'Kubernets', 'cuban eddies'],
  PostgreSQL: ['Postgresequel', 'Postgre SQL', 'postgress SQL'],
  Terraform: ['Teraform', 'Terra form', 'Tara form'],
  Ansible: ['Ansibel', 'Ansable', 'Ancible'],
  Grafana: ['Graphana', 'Gravana', 'Grafanna'],
  Prometheus: ['Promethius', 'Promethious', 'Prometheous'],
  Nginx: ['Enginx', 'Engine X', 'Nginks'],
  Elasticsearch: ['Elastic search', 'Elasticserch', 'Elastisearch'],
  Wittgenstein: ['Vittgenstein', 'Wittgensteen', 'Wit Genstein'],
  Nietzsche: ['Nietsche', 'Neitzsche', 'Nichi'],
  Kierkegaard: ['Kirkegard', 'Kierkagard', 'Kirkagaard'],
  Tchaikovsky: ['Chaikovsky', 'Tchaikowski', 'Chaikofsky'],
  Dostoevsky: ['Dostoyevsky', 'Dostojewski', 'Dostoevski'],
  Shostakovich: ['Shostakovitch', 'Schostakovich', 'Shostakowich'],
  Siobhan: ['Shivon', 'Shevaun', 'Chavonne'],
  Saoirse: ['Sersha', 'Searsha', 'Sirsha'],
  Nguyen: ['Nuyen', 'Nguyan', 'Win'],
  Zelenskyy: ['Zelensky', 'Selensky', 'Zelenskiy'],
  Schwarzenegger: ['Schwartzenegger', 'Swarzenegger', 'Schwarzeneger'],
  Tversky: ['Tverski', 'Tversk', 'Twersky'],
  Kahneman: ['Kanneman', 'Kaneman', 'Conaman'],
  Csikszentmihalyi: ['Chicksent Mihaly', 'Csikzentmihalyi', 'Chiksentmihai'],
  Fukuyama: ['Fukiyama', 'Fukujama', 'Foo Kuyama'],
  Murakami: ['Murakamy', 'Muracami', 'Murokami'],
  Ramanujan: ['Ramanujin', 'Ramanuchan', 'Rama Nujan'],
  Srinivasan: ['Srinavasan', 'Shrinivasan', 'Srinivasen'],
  Krishnamurthy: ['Krishnamurti', 'Krishna Murthy', 'Krishnamoorthy'],
  Venkatesh: ['Venkatish', 'Wenkatesh', 'Venca Tesh'],
  Oluwaseun: ['Oluwaseon', 'Oluasheun', 'Olu Wasean'],
  Adebayo: ['Adibayo', 'Addabayo', 'Ade Bayo'],
  Okonkwo: ['Okonquo', 'Oconkwo', 'Okon Kuo'],
  'Lukasz Kaiser': ['Lukas Kaiser', 'Lucas Kayser', 'Lukash Kaiser'],
  'Demis Hassabis': ['Dennis Hassabis', 'Demis Hasabis', 'Demis Hassabes'],
  'Geoffrey Hinton': ['Jeffrey Hinton', 'Geoffry Hinten', 'Jeffrey Hintin'],
  'Yoshua Bengio': ['Joshua Bengio', 'Yoshua Benjio', 'Yoshua Bengeo'],
  'Andrej Karpathy': ['Andre Karpathy', 'Andrej Carpathy', 'Andre Karpati'],
  'Satoshi Nakamoto': ['Satoshi Nakimoto', 'Satoshi Nacamoto', 'Satochi Nakamoto'],
  'Vitalik Buterin': ['Vitalic Buterin', 'Vitalik Butterin', 'Vitalik Booterin'],
  'Thomas Piketty': ['Tomas Pikety', 'Thomas Pickety', 'Thomas Pikachti'],
  'Ursula von der Leyen': ['Ursula von der Layen', 'Ursula von der Lion', 'Ursula von de Leyen'],
  Mitterrand: ['Mitterand', 'Miterrand', 'Mitteran'],
  Montesquieu: ['Montesque', 'Monteskieu', 'Montesqieu'],
  Bourdieu: ['Bourdieux', 'Bordieu', 'Bourdyu'],
  Baudrillard: ['Boudrillard', 'Baudrillar', 'Beaudrillard'],
  'Giannis Antetokounmpo': ['Yannis Antetokounmpo', 'Giannis Antetokumpo', 'Giannis Antetokoumpo'],
  Lewandowski: ['Levandovski', 'Lewandowsky', 'Lewandoski'],
  Wroclaw: ['Vroclaw', 'Wrotslav', 'Vrotslav'],
  Reykjavik: ['Rekjavik', 'Reykavik', 'Raykjavik'],
  Llanfair: ['Lanfair', 'Clanfair', 'Llanfare'],
  Edinburgh: ['Edinboro', 'Edinburg', 'Edinborough'],
  Worcestershire: ['Wostershire', 'Worstershire', 'Worchestershire'],
  Huawei: ['Huawai', 'Hua Wei', 'Wawei'],
  Xiaomi: ['Xaomi', 'Shaomi', 'Xiomi'],
  'Hugging Face': ['Huggingface', 'Hugingface', 'Haging Face'],
  LlamaIndex: ['Lama Index', 'Llama Index', 'Lamaindex'],
  TensorFlow: ['Tensor flow', 'Tenserflow', 'Tensaflow'],
  Anthropic: ['Antropic', 'Anthropik', 'Entropik'],
  Mistral: ['Mistrall', 'Mystral', 'Mistrel'],
  Supabase: ['Superbase', 'Supa base', 'Subabase'],
  Vercel: ['Versel', 'Vercell', 'Versell'],
  Kaczmarek: ['Katzmarek', 'Kachmarek', 'Kaczmarec'],
};

/** Names, and other names that begin or sound a little like them. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  Anna: ['Anil', 'Anita', 'Hannah', 'Ann'],
  Maria: ['Mario', 'Marie', 'Marla'],
  Piketty: ['Picasso', 'Pickett', 'Picard'],
  Kubernetes: ['Cybernetics', 'Cooper'],
  Prometheus: ['Primakov'],
  Martin: ['Marvin', 'Morton'],
  Daniel: ['Dana', 'Danny'],
  'Thomas Piketty': ['Thomas Edison', 'Thomas Picard', 'Thomas Mann'],
  'Geoffrey Hinton': ['Geoffrey Chaucer', 'Geoffrey Hudson'],
  Kafka: ['Kaffa', 'Kifli'],
  Vercel: ['Versailles'],
  Mistral: ['Minstrel'],
  Berlin: ['Merlin'],
  Jira: ['Jura'],
  Redis: ['Rhodes'],
  Lena: ['Lina', 'Luna'],
};

/** Names and products that are often said. */
export const usualNames = `
  Michael Jessica Christopher Ashley Matthew Brittany Joshua Amanda Daniel Samantha David Sarah Andrew
  Stephanie James Jennifer Justin Elizabeth Joseph Lauren Ryan Megan John Emily Robert Nicole Nicholas
  Kayla Anthony Amber William Rachel Jonathan Courtney Kyle Danielle Brandon Heather Jacob Melissa Tyler
  Rebecca Zachary Michelle Kevin Tiffany Eric Chelsea Steven Christina Thomas Katherine Brian Alyssa
  Alexander Jasmine Jordan Laura Timothy Hannah Cody Kimberly Adam Kelsey Benjamin Victoria Aaron Sara
  Richard Mariah Patrick Erica Sean Natalie Charles Vanessa Stephen Maria Jeremy Crystal Jose Mary Travis
  Erin Jeffrey Allison Nathan Cassandra Samuel Andrea Mark London Paris Berlin Madrid Vienna Munich
  Hamburg Frankfurt Zurich Geneva Milan Naples Lisbon Dublin Glasgow Manchester Liverpool Birmingham
  Boston Chicago Houston Phoenix Philadelphia Dallas Austin Seattle Denver Portland Detroit Memphis
  Toronto Vancouver Montreal Sydney Melbourne Auckland Singapore Tokyo Osaka Kyoto Beijing Shanghai
  Bangkok Jakarta Manila Mumbai Delhi Kolkata Chennai Karachi Lahore Dhaka Cairo Lagos Nairobi
  Johannesburg Casablanca Istanbul Ankara Moscow Warsaw Prague Budapest Bucharest Sofia Athens Helsinki
  Stockholm Oslo Copenhagen Amsterdam Brussels Google Amazon Microsoft Facebook Netflix Twitter LinkedIn
  YouTube Instagram WhatsApp Samsung Toyota Volkswagen Mercedes Siemens Bosch Adidas Nike Pepsi Nestle
  Unilever Pfizer Bayer Novartis Boeing Airbus Lufthansa Oracle Salesforce Adobe Cisco Intel Nvidia
  Qualcomm Dropbox Slack Zoom Shopify Stripe PayPal Spotify Airbnb Uber Java JavaScript TypeScript
  Haskell Erlang Django Laravel React Angular Svelte Webpack MongoDB Redis MySQL SQLite Kafka RabbitMQ
  Docker Jenkins Linux Ubuntu Debian Fedora Android Europe Africa America Australia Germany France Italy
  Spain Portugal Poland Ukraine Russia China Japan Korea Vietnam Thailand Indonesia India Pakistan Iran
  Iraq Egypt Nigeria Kenya Brazil Argentina Mexico Canada
`
  .trim()
  .split(/\s+/);

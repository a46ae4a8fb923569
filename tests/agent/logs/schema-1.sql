BEGIN TRANSACTION;
CREATE TABLE fact (
	run TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	thread TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	v INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	closes TEXT, 
	body TEXT NOT NULL, 
	PRIMARY KEY (run, seq), 
	UNIQUE (run, closes)
)
 WITHOUT ROWID

;
INSERT INTO "fact" VALUES('111c8aca43c7',0,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317798708581924e+09,1,'asked',NULL,'{"message":"1796003177.984668","text":"how hot are beans roasted? (the search hangs)","by":"UANNA","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('111c8aca43c7',1,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317799221372602e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('111c8aca43c7',2,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317799862194056e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.984668","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('111c8aca43c7',3,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317800472617153e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('111c8aca43c7',4,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317801707267759e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.984668"},"usage":{"prompt":1020,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('111c8aca43c7',5,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317802035593984e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('111c8aca43c7',6,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317802755546567e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"search","arguments":"{\"query\": \"coffee\"}","given":"call_dfbd751aa9b94bcca47f0078_0","opaque":"","error":"","budget":"search","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1162,"completion":7,"cached":0}}}');
INSERT INTO "fact" VALUES('111c8aca43c7',7,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.7960031780307085514e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"5ed7132b2ee23e2796798a7b3ee7b4912877710a526752ac64ac0a509559d0ae"}],"expires":1796089578.0301542}');
INSERT INTO "fact" VALUES('111c8aca43c7',8,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317805051708222e+09,1,'decided',NULL,'{"call_id":"1.1","digest":"5ed7132b2ee23e2796798a7b3ee7b4912877710a526752ac64ac0a509559d0ae","by":"UANNA","verdict":"approve","comment":"","scope":"call"}');
INSERT INTO "fact" VALUES('111c8aca43c7',9,'T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317805386686326e+09,1,'started',NULL,'{"step":"call.1.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',0,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1796003177.41646,1,'asked',NULL,'{"message":"1796003177.414298","text":"how long do they rest? in days please","by":"UANNA","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('394e784b8170',1,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317741996836663e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',2,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317742540621754e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.058670","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""},{"message":"1796003177.089616","speaker":"UFOOTNOTE","kind":"us","name":"Footnote","text":""},{"message":"1796003177.414298","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""}],"sources":[{"number":2,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"next_number":3,"left_out":0}');
INSERT INTO "fact" VALUES('394e784b8170',3,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317743401646612e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',4,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317744774436948e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How long do beans rest?","must":[{"id":"must.1","text":"in days","message":"1796003177.414298"}],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.058670"},"usage":{"prompt":1099,"completion":55,"cached":0}}');
INSERT INTO "fact" VALUES('394e784b8170',5,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.7960031774520964623e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',6,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317746160554883e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"read_file","arguments":"{\"path\": \"coffee.md\", \"start\": 1}","given":"call_a6a8330f4a2c4541976e58a6_0","opaque":"","error":"","budget":"file","repeatable":true},{"id":"1.2","tool":"list_files","arguments":"{}","given":"call_a6a8330f4a2c4541976e58a6_1","opaque":"","error":"","budget":"","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1233,"completion":11,"cached":0}}}');
INSERT INTO "fact" VALUES('394e784b8170',7,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317746541643143e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe"},{"call_id":"1.2","digest":"1e1fa6553d2e8040dc1a3af7faf7f20893dbd4585e5f3768d1151377facd30e2"}],"expires":1796089577.464688}');
INSERT INTO "fact" VALUES('394e784b8170',8,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317749282908444e+09,1,'decided',NULL,'{"call_id":"1.2","digest":"1e1fa6553d2e8040dc1a3af7faf7f20893dbd4585e5f3768d1151377facd30e2","by":"UANNA","verdict":"reject","comment":"no list – coffee.md is enough","scope":"call"}');
INSERT INTO "fact" VALUES('394e784b8170',9,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317749675321586e+09,1,'returned','call.1.2','{"step":"call.1.2","outcome":"refused","result":{"note":"no list – coffee.md is enough","hits":[],"passages":[]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('394e784b8170',10,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317751325726503e+09,1,'decided',NULL,'{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe","by":"UANNA","verdict":"approve","comment":"","scope":"call"}');
INSERT INTO "fact" VALUES('394e784b8170',11,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317751646709439e+09,1,'started',NULL,'{"step":"call.1.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',12,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317752873539925e+09,1,'returned','call.1.1','{"step":"call.1.1","outcome":"ok","result":{"note":"","hits":[],"passages":[{"address":"coffee.md","title":"Coffee in the office","where":"lines 1-5 of 5","text":"","published":""}]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('394e784b8170',13,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317753342628482e+09,1,'started',NULL,'{"step":"reply.2","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',14,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317754467058177e+09,1,'replied','reply.2','{"step":"reply.2","reply":{"text":"Beans rest four days before brewing [2].\n```verdicts\n[{\"id\": \"must.1\", \"verdict\": \"met\", \"number\": 2}]\n```","calls":[],"opaque":"","finish":"stop","refusal":"","model":"scripted","usage":{"prompt":1451,"completion":27,"cached":0}}}');
INSERT INTO "fact" VALUES('394e784b8170',15,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317754817962647e+09,1,'started',NULL,'{"step":"check.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('394e784b8170',16,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317755416464798e+09,1,'checked','check.1','{"step":"check.1","answer":{"mode":"research","text":"Beans rest four days before brewing [2].","statements":[{"text":"Beans rest four days before brewing .","numbers":[2],"excerpt":"Beans rest four days before brewing.","number":2,"where":"lines 1-5 of 5"}],"sources":[{"number":2,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"verdicts":[{"condition":"must.1","standing":"met","number":2}],"unconfirmed":[],"assumed":[],"missing":""},"faults":[],"usage":{"prompt":0,"completion":0,"cached":0}}');
INSERT INTO "fact" VALUES('394e784b8170',17,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317755710434911e+09,1,'answered',NULL,'{"answer":{"mode":"research","text":"Beans rest four days before brewing [2].","statements":[{"text":"Beans rest four days before brewing .","numbers":[2],"excerpt":"Beans rest four days before brewing.","number":2,"where":"lines 1-5 of 5"}],"sources":[{"number":2,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"verdicts":[{"condition":"must.1","standing":"met","number":2}],"unconfirmed":[],"assumed":[],"missing":""}}');
INSERT INTO "fact" VALUES('4c91bf788310',0,'T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317788504648206e+09,1,'asked',NULL,'{"message":"1796003177.882801","text":"which roast should we buy? not too dark","by":"UANNA","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('4c91bf788310',1,'T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317788903021815e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('4c91bf788310',2,'T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317789554524421e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.882801","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('4c91bf788310',3,'T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317790162920944e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('4c91bf788310',4,'T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317791091036801e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"clarify","kind":"answer","goal":"Which roast to buy","must":[],"must_not":[],"prefer":[],"unclear":[{"id":"not-too-dark","text":"How dark is too dark?","options":["medium","dark"],"default":"medium"}],"language":"English","since":"1796003177.882801"},"usage":{"prompt":1019,"completion":69,"cached":0}}');
INSERT INTO "fact" VALUES('4c91bf788310',5,'T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317791392207148e+09,1,'asked_back',NULL,'{"questions":[{"id":"not-too-dark","text":"How dark is too dark?","options":["medium","dark"],"default":"medium"}],"expires":1796089577.9134085}');
INSERT INTO "fact" VALUES('4ccd7e23968c',0,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317793021130559e+09,1,'asked',NULL,'{"message":"1796003177.927962","text":"how hot are beans roasted? (nobody is there to approve)","by":"UBEN","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('4ccd7e23968c',1,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317793463730813e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('4ccd7e23968c',2,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317794111037257e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.927962","speaker":"UBEN","kind":"member","name":"Ben Okafor","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('4ccd7e23968c',3,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317794683599472e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('4ccd7e23968c',4,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317795655059819e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.927962"},"usage":{"prompt":1022,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('4ccd7e23968c',5,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.7960031779596765041e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('4ccd7e23968c',6,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317796700572961e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"list_files","arguments":"{}","given":"call_db338bac4d394b508f23c24a_0","opaque":"","error":"","budget":"","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1163,"completion":3,"cached":0}}}');
INSERT INTO "fact" VALUES('4ccd7e23968c',7,'T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317797012972833e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"1e1fa6553d2e8040dc1a3af7faf7f20893dbd4585e5f3768d1151377facd30e2"}],"expires":1796089577.9695659}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',0,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317758031702035e+09,1,'asked',NULL,'{"message":"1796003177.578141","text":"how hot are beans roasted? or no","by":"UANNA","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',1,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317758301925661e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',2,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317759374499318e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.578141","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',3,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317760373806956e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',4,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.7960031776142780781e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.578141"},"usage":{"prompt":1017,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',5,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317761828136438e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',6,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317762727117532e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"read_file","arguments":"{\"path\": \"coffee.md\", \"start\": 1}","given":"call_a0b8950e6c6247769f7df8e4_0","opaque":"","error":"","budget":"file","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1158,"completion":8,"cached":0}}}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',7,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317763125824927e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe"}],"expires":1796089577.6305807}');
INSERT INTO "fact" VALUES('5f0ec0b11e82',8,'T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317765049600606e+09,1,'stopped',NULL,'{"why":"person","by":"UANNA","ref":""}');
INSERT INTO "fact" VALUES('7e8c4999790b',0,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.7960031783090443611e+09,1,'asked',NULL,'{"message":"1796003178.202176","text":"how hot are beans roasted? (Slack breaks down)","by":"UBEN","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('7e8c4999790b',1,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317831480956074e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('7e8c4999790b',2,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317832568335532e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003178.202176","speaker":"UBEN","kind":"member","name":"Ben Okafor","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('7e8c4999790b',3,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317833491826061e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('7e8c4999790b',4,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317834675812724e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003178.202176"},"usage":{"prompt":1019,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('7e8c4999790b',5,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.7960031783514313698e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('7e8c4999790b',6,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317836133885384e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"read_file","arguments":"{\"path\": \"coffee.md\", \"start\": 1}","given":"call_09445ad833694765b8b8c713_0","opaque":"","error":"","budget":"file","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1161,"completion":8,"cached":0}}}');
INSERT INTO "fact" VALUES('7e8c4999790b',7,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317836527776718e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe"}],"expires":1796089578.3646197}');
INSERT INTO "fact" VALUES('7e8c4999790b',8,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317838346695896e+09,1,'decided',NULL,'{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe","by":"UBEN","verdict":"approve","comment":"","scope":"call"}');
INSERT INTO "fact" VALUES('7e8c4999790b',9,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317838710308074e+09,1,'started',NULL,'{"step":"call.1.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('7e8c4999790b',10,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317839155745498e+09,1,'returned','call.1.1','{"step":"call.1.1","outcome":"ok","result":{"note":"","hits":[],"passages":[{"address":"coffee.md","title":"Coffee in the office","where":"lines 1-5 of 5","text":"","published":""}]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('7e8c4999790b',11,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317839428663254e+09,1,'started',NULL,'{"step":"reply.2","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('7e8c4999790b',12,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317840028977393e+09,1,'replied','reply.2','{"step":"reply.2","reply":{"text":"The beans are first roasted at 200 °C [1].","calls":[],"opaque":"","finish":"stop","refusal":"","model":"scripted","usage":{"prompt":1304,"completion":11,"cached":0}}}');
INSERT INTO "fact" VALUES('7e8c4999790b',13,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317840371513362e+09,1,'started',NULL,'{"step":"check.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('7e8c4999790b',14,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317840640354158e+09,1,'checked','check.1','{"step":"check.1","answer":{"mode":"research","text":"The beans are first roasted at 200 °C [1].","statements":[{"text":"The beans are first roasted at 200 °C .","numbers":[1],"excerpt":"The beans are first roasted at 200 °C.","number":1,"where":"lines 1-5 of 5"}],"sources":[{"number":1,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"verdicts":[],"unconfirmed":[],"assumed":[],"missing":""},"faults":[],"usage":{"prompt":0,"completion":0,"cached":0}}');
INSERT INTO "fact" VALUES('7e8c4999790b',15,'T0FOOTNOTE/C0RESEARCH/1796003178.202176',1.79600317840911912915e+09,1,'answered',NULL,'{"answer":{"mode":"research","text":"The beans are first roasted at 200 °C [1].","statements":[{"text":"The beans are first roasted at 200 °C .","numbers":[1],"excerpt":"The beans are first roasted at 200 °C.","number":1,"where":"lines 1-5 of 5"}],"sources":[{"number":1,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"verdicts":[],"unconfirmed":[],"assumed":[],"missing":""}}');
INSERT INTO "fact" VALUES('87e59e7cb58c',0,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317810562896733e+09,1,'asked',NULL,'{"message":"1796003178.103265","text":"how hot are beans roasted? (the model takes its time)","by":"UANNA","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('87e59e7cb58c',1,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317810829925536e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('87e59e7cb58c',2,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.7960031781155507565e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003178.103265","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('87e59e7cb58c',3,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317812095499041e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('87e59e7cb58c',4,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317813074827196e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003178.103265"},"usage":{"prompt":1022,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('87e59e7cb58c',5,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.7960031781374046802e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('87e59e7cb58c',6,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317814688849446e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"read_file","arguments":"{\"path\": \"coffee.md\", \"start\": 1}","given":"call_ffff63d9b2a94a8eab711b37_0","opaque":"","error":"","budget":"file","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1164,"completion":8,"cached":0}}}');
INSERT INTO "fact" VALUES('87e59e7cb58c',7,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317815196514124e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe"}],"expires":1796089578.1503067}');
INSERT INTO "fact" VALUES('87e59e7cb58c',8,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1796003178.17338,1,'decided',NULL,'{"call_id":"1.1","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe","by":"UANNA","verdict":"approve","comment":"","scope":"call"}');
INSERT INTO "fact" VALUES('87e59e7cb58c',9,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317817915058134e+09,1,'started',NULL,'{"step":"call.1.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('87e59e7cb58c',10,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317818859887128e+09,1,'returned','call.1.1','{"step":"call.1.1","outcome":"ok","result":{"note":"","hits":[],"passages":[{"address":"coffee.md","title":"Coffee in the office","where":"lines 1-5 of 5","text":"","published":""}]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('87e59e7cb58c',11,'T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317819455981252e+09,1,'started',NULL,'{"step":"reply.2","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',0,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317706621026994e+09,1,'asked',NULL,'{"message":"1796003177.058670","text":"how hot are beans roasted?","by":"UANNA","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('88a5457860e1',1,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317707155895238e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',2,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1796003177.087,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.058670","speaker":"UANNA","kind":"member","name":"Anna Kowalska","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('88a5457860e1',3,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.7960031770943720341e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',4,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317712515807153e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.058670"},"usage":{"prompt":1016,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('88a5457860e1',5,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317713108634945e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',6,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317715145659444e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"","calls":[{"id":"1.1","tool":"search","arguments":"{\"query\": \"coffee roasting\"}","given":"call_09a4d5bcbd214b279cb43fb5_0","opaque":"","error":"","budget":"search","repeatable":true},{"id":"1.2","tool":"search_docs","arguments":"{\"query\": \"beans roasted\"}","given":"call_09a4d5bcbd214b279cb43fb5_1","opaque":"","error":"","budget":"search","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1157,"completion":18,"cached":0}}}');
INSERT INTO "fact" VALUES('88a5457860e1',7,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317715495753283e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"1.1","digest":"ae838c9d95bbdbc236d089323afe2e3d2d2d165aec3f55d9bf7dc107056887dd"},{"call_id":"1.2","digest":"feab37f81980a8a68cfed7b17077266813ff21948beeaf97dd4dce1c7ba90659"}],"expires":1796089577.1542351}');
INSERT INTO "fact" VALUES('88a5457860e1',8,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317717248558996e+09,1,'decided',NULL,'{"call_id":"1.1","digest":"ae838c9d95bbdbc236d089323afe2e3d2d2d165aec3f55d9bf7dc107056887dd","by":"UANNA","verdict":"approve","comment":"","scope":"call"}');
INSERT INTO "fact" VALUES('88a5457860e1',9,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317717278695111e+09,1,'decided',NULL,'{"call_id":"1.2","digest":"feab37f81980a8a68cfed7b17077266813ff21948beeaf97dd4dce1c7ba90659","by":"UANNA","verdict":"approve","comment":"","scope":"call"}');
INSERT INTO "fact" VALUES('88a5457860e1',10,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.7960031771758379936e+09,1,'started',NULL,'{"step":"call.1.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',11,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317718319082253e+09,1,'started',NULL,'{"step":"call.1.2","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',12,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317722476267813e+09,1,'returned','call.1.1','{"step":"call.1.1","outcome":"ok","result":{"note":"","hits":[{"address":"https://smallroaster.example/guides/home-roasting","title":"Roasting coffee at home: temperatures, times, levels","snippet":"Roasting coffee at home: Green coffee keeps for a year, roasted coffee for about five weeks. Who roasts at home drinks fresher coffee at about half the price: good green beans cost €9 to €14 per kilogram.","published":""}],"passages":[]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('88a5457860e1',13,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317722686600679e+09,1,'returned','call.1.2','{"step":"call.1.2","outcome":"ok","result":{"note":"","hits":[],"passages":[{"address":"coffee.md","title":"Coffee in the office","where":"lines 1-5 of 5","text":"","published":""}]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('88a5457860e1',14,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317722977948194e+09,1,'started',NULL,'{"step":"reply.2","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',15,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317724342393877e+09,1,'replied','reply.2','{"step":"reply.2","reply":{"text":"","calls":[{"id":"2.1","tool":"read_page","arguments":"{\"url\": \"https://smallroaster.example/guides/home-roasting\"}","given":"call_167d7b233ceb406294a6a713_0","opaque":"","error":"","budget":"page","repeatable":true},{"id":"2.2","tool":"read_file","arguments":"{\"path\": \"coffee.md\", \"start\": 1}","given":"call_167d7b233ceb406294a6a713_1","opaque":"","error":"","budget":"file","repeatable":true}],"opaque":"","finish":"tool_calls","refusal":"","model":"scripted","usage":{"prompt":1463,"completion":25,"cached":0}}}');
INSERT INTO "fact" VALUES('88a5457860e1',16,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317724759268758e+09,1,'approval_requested',NULL,'{"requests":[{"call_id":"2.1","digest":"23dcf64d12b74088446cdd5f6068e47291d74623d6cce4c000140bc6e1a19fba"},{"call_id":"2.2","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe"}],"expires":1796089577.2468762}');
INSERT INTO "fact" VALUES('88a5457860e1',17,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317727077436443e+09,1,'decided',NULL,'{"call_id":"2.1","digest":"23dcf64d12b74088446cdd5f6068e47291d74623d6cce4c000140bc6e1a19fba","by":"UANNA","verdict":"approve","comment":"","scope":"run"}');
INSERT INTO "fact" VALUES('88a5457860e1',18,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317727107477191e+09,1,'decided',NULL,'{"call_id":"2.2","digest":"1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe","by":"UANNA","verdict":"approve","comment":"","scope":"run"}');
INSERT INTO "fact" VALUES('88a5457860e1',19,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317727416944509e+09,1,'started',NULL,'{"step":"call.2.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',20,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317727851295467e+09,1,'started',NULL,'{"step":"call.2.2","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',21,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317729214954375e+09,1,'returned','call.2.1','{"step":"call.2.1","outcome":"ok","result":{"note":"","hits":[],"passages":[{"address":"https://smallroaster.example/guides/home-roasting","title":"Roasting coffee at home: temperatures, times, levels","where":"whole page","text":"","published":""}]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('88a5457860e1',22,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.7960031772983834743e+09,1,'returned','call.2.2','{"step":"call.2.2","outcome":"ok","result":{"note":"","hits":[],"passages":[{"address":"coffee.md","title":"Coffee in the office","where":"lines 1-5 of 5","text":"","published":""}]},"ref":"","final":false}');
INSERT INTO "fact" VALUES('88a5457860e1',23,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317730181932452e+09,1,'started',NULL,'{"step":"reply.3","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',24,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317731974673269e+09,1,'replied','reply.3','{"step":"reply.3","reply":{"text":"The beans are first roasted at 200 °C [2].","calls":[],"opaque":"","finish":"stop","refusal":"","model":"scripted","usage":{"prompt":2213,"completion":11,"cached":0}}}');
INSERT INTO "fact" VALUES('88a5457860e1',25,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317732422614094e+09,1,'started',NULL,'{"step":"check.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('88a5457860e1',26,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317733162975308e+09,1,'checked','check.1','{"step":"check.1","answer":{"mode":"research","text":"The beans are first roasted at 200 °C [2].","statements":[{"text":"The beans are first roasted at 200 °C .","numbers":[2],"excerpt":"The beans are first roasted at 200 °C.","number":2,"where":"lines 1-5 of 5"}],"sources":[{"number":2,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"verdicts":[],"unconfirmed":[],"assumed":[],"missing":""},"faults":[],"usage":{"prompt":0,"completion":0,"cached":0}}');
INSERT INTO "fact" VALUES('88a5457860e1',27,'T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.7960031773389482498e+09,1,'answered',NULL,'{"answer":{"mode":"research","text":"The beans are first roasted at 200 °C [2].","statements":[{"text":"The beans are first roasted at 200 °C .","numbers":[2],"excerpt":"The beans are first roasted at 200 °C.","number":2,"where":"lines 1-5 of 5"}],"sources":[{"number":2,"address":"coffee.md","title":"Coffee in the office","opened":"lines 1-5 of 5","published":""}],"verdicts":[],"unconfirmed":[],"assumed":[],"missing":""}}');
INSERT INTO "fact" VALUES('b724ac0283e6',0,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317771201419825e+09,1,'asked',NULL,'{"message":"1796003177.708342","text":"how hot are beans roasted? (the model is not there)","by":"UBEN","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('b724ac0283e6',1,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317771705102927e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('b724ac0283e6',2,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317772190356258e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.708342","speaker":"UBEN","kind":"member","name":"Ben Okafor","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('b724ac0283e6',3,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317773012423516e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('b724ac0283e6',4,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317774049782759e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"research","kind":"answer","goal":"How hot are beans roasted?","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.708342"},"usage":{"prompt":1021,"completion":43,"cached":0}}');
INSERT INTO "fact" VALUES('b724ac0283e6',5,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317774371433252e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('b724ac0283e6',6,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317775030851371e+09,1,'returned','reply.1','{"step":"reply.1","outcome":"failed","result":{"note":"The model''s endpoint refused the key.","hits":[],"passages":[]},"ref":"c21b76b9","final":true}');
INSERT INTO "fact" VALUES('b724ac0283e6',7,'T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317775290441515e+09,1,'stopped',NULL,'{"why":"failed","by":"","ref":"c21b76b9"}');
INSERT INTO "fact" VALUES('edfed476a24c',0,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317777036881444e+09,1,'asked',NULL,'{"message":"1796003177.766464","text":"hello","by":"UBEN","name":"","rules":{"approval":"each","model":"scripted","tools":["search","read_page","list_files","search_docs","read_file"],"rounds":8,"searches":10,"pages":6,"files":6,"approval_hours":24.0,"question_hours":24.0},"again":""}');
INSERT INTO "fact" VALUES('edfed476a24c',1,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317777442836757e+09,1,'started',NULL,'{"step":"recall.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('edfed476a24c',2,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.7960031777835128307e+09,1,'recalled','recall.1','{"step":"recall.1","turns":[{"message":"1796003177.766464","speaker":"UBEN","kind":"member","name":"Ben Okafor","text":""}],"sources":[],"next_number":1,"left_out":0}');
INSERT INTO "fact" VALUES('edfed476a24c',3,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.7960031777909059524e+09,1,'started',NULL,'{"step":"understand.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('edfed476a24c',4,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317780173349387e+09,1,'understood','understand.1','{"step":"understand.1","intent":{"mode":"chat","kind":"answer","goal":"Say hello","must":[],"must_not":[],"prefer":[],"unclear":[],"language":"English","since":"1796003177.766464"},"usage":{"prompt":1009,"completion":37,"cached":0}}');
INSERT INTO "fact" VALUES('edfed476a24c',5,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317780457043644e+09,1,'started',NULL,'{"step":"reply.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('edfed476a24c',6,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317781158781054e+09,1,'replied','reply.1','{"step":"reply.1","reply":{"text":"Hello Ben! 👋","calls":[],"opaque":"","finish":"stop","refusal":"","model":"scripted","usage":{"prompt":264,"completion":4,"cached":0}}}');
INSERT INTO "fact" VALUES('edfed476a24c',7,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317781486773496e+09,1,'started',NULL,'{"step":"check.1","worker":"11830-300c90"}');
INSERT INTO "fact" VALUES('edfed476a24c',8,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317782194876664e+09,1,'checked','check.1','{"step":"check.1","answer":{"mode":"chat","text":"Hello Ben! 👋","statements":[],"sources":[],"verdicts":[],"unconfirmed":[],"assumed":[],"missing":""},"faults":[],"usage":{"prompt":0,"completion":0,"cached":0}}');
INSERT INTO "fact" VALUES('edfed476a24c',9,'T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317782630014423e+09,1,'answered',NULL,'{"answer":{"mode":"chat","text":"Hello Ben! 👋","statements":[],"sources":[],"verdicts":[],"unconfirmed":[],"assumed":[],"missing":""}}');
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('key','872007c099de91bac011f4606881e6c6aa04883a4964e8cfd8d66420971305d0');
CREATE TABLE once (
	"key" TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.058670',1.79600317706410121916e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.414298',1.7960031774160165786e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.578141',1.79600317757992100718e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.708342',1.79600317771163821224e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.766464',1.79600317776998615265e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.882801',1.79600317788470101353e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.927962',1.79600317792986440661e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003177.984668',1.79600317798668718339e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003178.103265',1.79600317810528898243e+09);
INSERT INTO "once" VALUES('message/T0FOOTNOTE/C0RESEARCH/1796003178.202176',1796003178.20589);
INSERT INTO "once" VALUES('press/approve_all|88a5457860e1|7|1baf90dc86117736af8fa28631642aff',1.79600317717213630672e+09);
INSERT INTO "once" VALUES('press/approve_rest|88a5457860e1|16|63d0c6d89d72806219b66ca5374123be',1.79600317727043700213e+09);
INSERT INTO "once" VALUES('press/approve|111c8aca43c7|7|1.1|5ed7132b2ee23e2796798a7b3ee7b4912877710a526752ac64ac0a509559d0ae|8b26da841f5a852c5c464b9dfd40ab75',1.79600317805009531977e+09);
INSERT INTO "once" VALUES('press/approve|394e784b8170|7|1.1|1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe|ebabd8e8d8c5d6d983c2319c2596408e',1.79600317751289153102e+09);
INSERT INTO "once" VALUES('press/approve|7e8c4999790b|7|1.1|1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe|ed2684b0adaeb57f7fcce7850e5bea67',1.79600317838306021691e+09);
INSERT INTO "once" VALUES('press/approve|87e59e7cb58c|7|1.1|1217e1a2009f07066662268e4229fcda533fc7cb43be9ed9de0ef801bb594bfe|ce1ca1f97cd39e735700dd2f81459453',1.79600317817294168479e+09);
INSERT INTO "once" VALUES('press/reject|394e784b8170|7|1.2|1e1fa6553d2e8040dc1a3af7faf7f20893dbd4585e5f3768d1151377facd30e2|1e565a3b619dbae9565730aed647e595',1.79600317749241614336e+09);
INSERT INTO "once" VALUES('press/stop|5f0ec0b11e82|b4b42ec3ade54bc3da4e29d7ea8b351f',1.79600317764987921719e+09);
CREATE TABLE shown (
	run TEXT NOT NULL, 
	slot TEXT NOT NULL, 
	channel TEXT NOT NULL, 
	ts TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	settled BOOLEAN NOT NULL, 
	PRIMARY KEY (run, slot)
)
 WITHOUT ROWID

;
INSERT INTO "shown" VALUES('111c8aca43c7','approval.7','C0RESEARCH','1796003178.038480','cace4b4be63b64e6bf0d5234d4ec135a',8,0);
INSERT INTO "shown" VALUES('111c8aca43c7','progress','C0RESEARCH','1796003178.001563','07525f9509ff613a42138b35276cbe97',2,0);
INSERT INTO "shown" VALUES('394e784b8170','approval.7','C0RESEARCH','1796003177.474470','cac7ab8de59160e9a4157bcf6064361a',10,0);
INSERT INTO "shown" VALUES('394e784b8170','progress','C0RESEARCH','1796003177.429842','2b46edb6828e25660c6234f08a92a512',17,1);
INSERT INTO "shown" VALUES('4c91bf788310','progress','C0RESEARCH','1796003177.896806','9e4f14427e2e9e2ec16797cb417ff6b7',2,0);
INSERT INTO "shown" VALUES('4c91bf788310','question.5','C0RESEARCH','1796003177.920290','5825fe85d90658b4972735abd06b8a40',5,0);
INSERT INTO "shown" VALUES('4ccd7e23968c','approval.7','C0RESEARCH','1796003177.977278','2343ae310332c4bc013f503186223132',7,0);
INSERT INTO "shown" VALUES('4ccd7e23968c','progress','C0RESEARCH','1796003177.943175','a05076b0a410191ee1974e9d862a1f01',2,0);
INSERT INTO "shown" VALUES('5f0ec0b11e82','approval.7','C0RESEARCH','1796003177.639550','986e2e51e98e06c2e3bf57c6f855d19b',8,0);
INSERT INTO "shown" VALUES('5f0ec0b11e82','progress','C0RESEARCH','1796003177.592282','6e2dfb011269066aa9896a543f426113',8,1);
INSERT INTO "shown" VALUES('7e8c4999790b','approval.7','C0RESEARCH','1796003178.374364','d3fd9e59b62a37214c3d303ca75ac707',7,0);
INSERT INTO "shown" VALUES('7e8c4999790b','progress','C0RESEARCH','1796003178.322710','3d16d86b141390be32c2366921b91c2c',2,0);
INSERT INTO "shown" VALUES('87e59e7cb58c','approval.7','C0RESEARCH','1796003178.160924','01aee41fbacc49bf1f9722082e8b8a33',8,0);
INSERT INTO "shown" VALUES('87e59e7cb58c','progress','C0RESEARCH','1796003178.122056','2d9e9d27579ff4cfafa3987838b68633',3,0);
INSERT INTO "shown" VALUES('88a5457860e1','approval.16','C0RESEARCH','1796003177.259925','0152423f2f703b7b0f70b9cf6b6954aa',18,0);
INSERT INTO "shown" VALUES('88a5457860e1','approval.7','C0RESEARCH','1796003177.163849','22c6e320c2ba62ee9cb3d9e01322526a',9,0);
INSERT INTO "shown" VALUES('88a5457860e1','progress','C0RESEARCH','1796003177.089616','504b0b1b400b6ee2fa03797b516e1648',27,1);
INSERT INTO "shown" VALUES('b724ac0283e6','progress','C0RESEARCH','1796003177.725343','2ef7c067fe4209f5f19021736175909f',7,1);
INSERT INTO "shown" VALUES('edfed476a24c','progress','C0RESEARCH','1796003177.786329','d54feca2246314bbf2e92f96d89012c9',9,1);
CREATE TABLE spent (
	day TEXT NOT NULL, 
	who TEXT NOT NULL, 
	tokens INTEGER NOT NULL, 
	money FLOAT NOT NULL, 
	PRIMARY KEY (day, who)
)
 WITHOUT ROWID

;
INSERT INTO "spent" VALUES('2026-11-30','UANNA',17605,0.0);
INSERT INTO "spent" VALUES('2026-11-30','UBEN',8155,0.0);
CREATE TABLE text (
	run TEXT NOT NULL, 
	ref TEXT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (run, ref)
)
 WITHOUT ROWID

;
INSERT INTO "text" VALUES('111c8aca43c7','2.turn.0','how hot are beans roasted? (the search hangs)');
INSERT INTO "text" VALUES('394e784b8170','12.passage.0','# Coffee in the office

The beans are first roasted at 200 °C.

Beans rest four days before brewing.');
INSERT INTO "text" VALUES('394e784b8170','2.turn.0','how hot are beans roasted?');
INSERT INTO "text" VALUES('394e784b8170','2.turn.1','The beans are first roasted at 200 °C [2].');
INSERT INTO "text" VALUES('394e784b8170','2.turn.2','how long do they rest? in days please');
INSERT INTO "text" VALUES('4c91bf788310','2.turn.0','which roast should we buy? not too dark');
INSERT INTO "text" VALUES('4ccd7e23968c','2.turn.0','how hot are beans roasted? (nobody is there to approve)');
INSERT INTO "text" VALUES('5f0ec0b11e82','2.turn.0','how hot are beans roasted? or no');
INSERT INTO "text" VALUES('7e8c4999790b','10.passage.0','# Coffee in the office

The beans are first roasted at 200 °C.

Beans rest four days before brewing.');
INSERT INTO "text" VALUES('7e8c4999790b','2.turn.0','how hot are beans roasted? (Slack breaks down)');
INSERT INTO "text" VALUES('87e59e7cb58c','10.passage.0','# Coffee in the office

The beans are first roasted at 200 °C.

Beans rest four days before brewing.');
INSERT INTO "text" VALUES('87e59e7cb58c','2.turn.0','how hot are beans roasted? (the model takes its time)');
INSERT INTO "text" VALUES('88a5457860e1','13.passage.0','# Coffee in the office

The beans are first roasted at 200 °C.

Beans rest four days before brewing.');
INSERT INTO "text" VALUES('88a5457860e1','2.turn.0','how hot are beans roasted?');
INSERT INTO "text" VALUES('88a5457860e1','21.passage.0','# Roasting coffee at home: temperatures, times, levels

# Roasting coffee at home

Green coffee keeps for a year, roasted coffee for about five weeks. Who roasts at home drinks fresher coffee at about
half the price: good green beans cost €9 to €14 per kilogram.

## Equipment

A popcorn machine with hot air is enough to begin with; it roasts 80 g in six minutes. A drum roaster for the kitchen
costs between €250 and €700 and roasts 250 g to 500 g. Whatever you use, put it under an extractor or near a window:
the second half of a roast smokes.

## The stages

| Stage | Bean temperature | Typical time |
|---|---|---|
| Drying | up to 150 °C | 0 to 4 minutes |
| Browning | 150 to 196 °C | 4 to 8 minutes |
| First crack | 196 to 205 °C | 8 to 10 minutes |
| Second crack | from 224 °C | 11 to 13 minutes |

The beans lose 12 to 20 percent of their weight and nearly double in size. The first crack sounds like popcorn, the
second one like crisp rice in milk.

## Levels

A light roast ends at 205 °C, shortly after the first crack; it tastes of fruit and has much acidity. A medium roast
ends at about 215 °C. A dark roast goes on to the second crack, at 224 to 230 °C; it tastes of chocolate and smoke.
Caffeine hardly changes with the level of the roast.

## Cooling

Cool the beans to below 40 °C within four minutes, in a metal sieve with a fan or by shaking. If they cool slowly, they
go on roasting inside and taste flat.

## Rest

Freshly roasted beans give off gas. Let them rest for a day for filter coffee and for five to seven days for espresso,
in a bag with a valve. Do not freeze them within the first two days.

## Common mistakes

Too much heat at the start scorches the outside: look for dark spots. Too little heat makes the coffee taste like bread.
Write down time and temperature of every roast; without notes nobody can repeat a good one.');
INSERT INTO "text" VALUES('88a5457860e1','22.passage.0','# Coffee in the office

The beans are first roasted at 200 °C.

Beans rest four days before brewing.');
INSERT INTO "text" VALUES('b724ac0283e6','2.turn.0','how hot are beans roasted? (the model is not there)');
INSERT INTO "text" VALUES('edfed476a24c','2.turn.0','hello');
CREATE INDEX fact_by_kind ON fact (kind, run);
CREATE INDEX fact_by_thread ON fact (thread, run);
CREATE INDEX shown_by_message ON shown (channel, ts);
COMMIT;
